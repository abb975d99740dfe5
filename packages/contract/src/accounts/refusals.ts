import type { RefusalTable } from "../refusals/refusal.ts";

export const accountRefusals = {
  "account.not_open": { code: 18001, status: 409, message: "这个收款账户还没有开通或已停用，请换一个账户" },
  "account.other_currency": {
    code: 18002,
    status: 409,
    message: "这个收款账户收的是 {currency}，请选择相同币种的账户",
  },
  "account.has_money": { code: 18003, status: 409, message: "账户还不能关闭，请先处理：{reasons}" },
  "account.has_stores": { code: 18004, status: 409, message: "还有店铺在用这个收款账户，请先解绑店铺或换用别的账户" },
  "account.charge_unknown": { code: 18005, status: 404, message: "没有找到这笔开户费，请刷新页面" },
  "account.disputed": {
    code: 18006,
    status: 409,
    message: "这个账户因店铺的平台账号归属待核实而冻结，请先在「平台账号归属」中处理，核实后自动解冻",
  },
  "bank.signature_wrong": { code: 18030, status: 401, message: "签名不正确，请核对密钥和签名内容" },
  "bank.signature_old": { code: 18031, status: 401, message: "请求时间与现在相差太多，请重新签名后发送" },
  "bank.reference_taken": { code: 18033, status: 409, message: "这个流水号已用于另一笔打款，请换一个" },
  "bank.notice_wrong": { code: 18032, status: 400, message: "通知内容有误，请改正后重发：{problem}" },
  "statement.no_such_month": {
    code: 18503,
    status: 400,
    message: "这个账户的月结单从 {since} 到 {current}，请选择其中的月份",
  },
  "statement.too_long": {
    code: 18504,
    status: 409,
    message: "这个月有 {entries} 笔账目，PDF 最多 {most} 笔，请导出表格",
  },
  "letter.not_open": { code: 18505, status: 409, message: "账户开通后才能出具证明，请等待银行开户完成" },
} as const satisfies RefusalTable;
