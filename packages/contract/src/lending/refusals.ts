import type { RefusalTable } from "../refusals/refusal.ts";

export const lendingRefusals = {
  "loan.below_minimum": { code: 24001, status: 400, message: "最少借 {minimum}，请增加金额" },
  "loan.above_maximum": { code: 24002, status: 400, message: "最多可借 {maximum}，请减少金额" },
  "loan.no_limit": { code: 24003, status: 409, message: "按近六个月的收款，暂时没有可借额度，请有稳定入账后再试" },
  "loan.terms_unknown": { code: 24004, status: 400, message: "这个产品没有这样的期限或还款方式，请重新选择" },
  "loan.papers_missing": { code: 24005, status: 400, message: "还缺材料：{missing}，请上传后提交" },
  "loan.paper_unknown": { code: 24006, status: 400, message: "找不到上传的材料，请重新上传" },
  "loan.another_open": { code: 24007, status: 409, message: "您已有一笔同类申请在办理，请先完成或取消" },
  "loan.offer_expired": { code: 24008, status: 409, message: "报价已过期，请重新申请" },
  "loan.lender_closed": { code: 24009, status: 503, message: "资金方通道暂未开放，请稍后再试" },
  "loan.balance_short": { code: 24010, status: 409, message: "钱包可用余额不足，还差 {missing}，请先转入钱包" },
  "loan.nothing_due": {
    code: 24011,
    status: 409,
    message: "现在没有要还的欠款；要提前还，请填写不少于 {least} 的金额",
  },
  "loan.money_stopped": { code: 24012, status: 503, message: "资金暂停划转，请稍后再试" },
  "loan.nothing_to_decide": { code: 24013, status: 409, message: "资金方那里已有结果，不能再这样处理，请刷新页面" },
  "icbc.not_joined": { code: 24020, status: 409, message: "请先在工银跨境融资页面开通服务" },
  "icbc.nothing_to_prove": { code: 24021, status: 409, message: "还没有可以证明的数据，请有入账或账户后再试" },
  "icbc.other_user": { code: 24022, status: 403, message: "只能查询自己的手机号，请重新填写" },
} as const satisfies RefusalTable;
