import type { RefusalTable } from "../refusals/refusal.ts";

export const incomeRefusals = {
  "income.not_waiting": { code: 18010, status: 409, message: "这笔收款现在不需要补充材料，请刷新页面查看进展" },
  "income.file_unknown": { code: 18011, status: 400, message: "有材料没有上传成功，请重新上传" },
  "income.store_unfit": { code: 18012, status: 409, message: "这个店铺不能认领这笔款，请选择已绑定的店铺" },
  "income.return_asked": { code: 18013, status: 409, message: "已经申请退回，正在处理，请留意消息" },
  "income.proposed": { code: 18014, status: 409, message: "同事的提议正等待复核，请先复核或驳回" },
  "income.two_people": { code: 18015, status: 403, message: "须由另一位同事复核，请联系同事处理" },
  "income.account_frozen": { code: 18016, status: 409, message: "收款账户冻结中，请先解冻再入账" },
  "income.not_certified": { code: 18017, status: 409, message: "商户的实名认证尚未有效，请等认证有效后再入账" },
  "income.credit_takes_two": {
    code: 18018,
    status: 409,
    message: "付款方命中筛查名单，请先提出入账，再由另一位同事复核",
  },
  "income.papers_useless": { code: 18019, status: 409, message: "材料帮不上这笔款，要等{missing}，请先处理那一步" },
  "offline.too_old": { code: 18020, status: 400, message: "汇款日期请填 {most} 天以内、不晚于今天" },
  "offline.no_proof": { code: 18021, status: 400, message: "请上传银行回单或汇款凭证" },
  "offline.amount_differs": { code: 18022, status: 409, message: "这笔来款与登记的币种不同，不能匹配，请换一笔" },
  "view.too_many": { code: 18501, status: 409, message: "最多保存 {most} 个常用筛选，请先删除不用的" },
  "view.name_taken": { code: 18502, status: 409, message: "已有同名的常用筛选，请换一个名称" },
  "receipt.not_arrived": { code: 18506, status: 409, message: "这笔款还没有到账，到账后可以下载凭证" },
} as const satisfies RefusalTable;
