import type { RefusalTable } from "../refusals/refusal.ts";

export const collectionsRefusals = {
  "account.not_open": { code: 18001, status: 409, message: "这个收款账户还没有开通或已停用，请换一个账户" },
  "account.other_currency": {
    code: 18002,
    status: 409,
    message: "这个收款账户收的是 {currency}，请选择相同币种的账户",
  },
  "account.has_money": { code: 18003, status: 409, message: "账户里还有余额或未处理的收款，处理完才能关闭" },
  "account.has_stores": { code: 18004, status: 409, message: "还有店铺在用这个收款账户，请先解绑店铺或换用别的账户" },
  "account.charge_unknown": { code: 18005, status: 404, message: "没有找到这笔开户费，请刷新页面" },
  "income.not_waiting": { code: 18010, status: 409, message: "这笔收款现在不需要补充材料，请刷新页面查看进展" },
  "income.file_unknown": { code: 18011, status: 400, message: "有材料没有上传成功，请重新上传" },
  "income.store_unfit": { code: 18012, status: 409, message: "这个店铺不能认领这笔款，请选择已绑定的店铺" },
  "income.return_asked": { code: 18013, status: 409, message: "已经申请退回，正在处理，请留意消息" },
  "income.proposed": { code: 18014, status: 409, message: "同事的提议正等待复核，请先复核或驳回" },
  "income.two_people": { code: 18015, status: 403, message: "须由另一位同事复核，请联系同事处理" },
  "income.account_frozen": { code: 18016, status: 409, message: "收款账户冻结中，请先解冻再入账" },
  "income.not_certified": { code: 18017, status: 409, message: "商户的实名认证尚未有效，暂时不能入账" },
  "income.credit_takes_two": {
    code: 18018,
    status: 409,
    message: "付款方命中筛查名单，请先提出入账，再由另一位同事复核",
  },
  "income.papers_useless": { code: 18019, status: 409, message: "材料帮不上这笔款，要等{missing}，请先处理那一步" },
  "bank.signature_wrong": { code: 18030, status: 401, message: "签名不正确，请核对密钥和签名内容" },
  "bank.signature_old": { code: 18031, status: 401, message: "请求时间与现在相差太多，请重新签名后发送" },
  "bank.reference_taken": { code: 18033, status: 409, message: "这个流水号已用于另一笔打款，请换一个" },
  "bank.notice_wrong": { code: 18032, status: 400, message: "通知内容有误：{problem}" },
} as const satisfies RefusalTable;
