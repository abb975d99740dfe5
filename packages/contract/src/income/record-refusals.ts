import type { RefusalTable } from "../refusals/refusal.ts";

export const recordRefusals = {
  "view.too_many": { code: 18501, status: 409, message: "最多保存 {most} 个常用筛选，请先删除不用的" },
  "view.name_taken": { code: 18502, status: 409, message: "已有同名的常用筛选，请换一个名称" },
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
  "receipt.not_arrived": { code: 18506, status: 409, message: "这笔款还没有到账，到账后可以下载凭证" },
  "export.not_ready": { code: 18511, status: 409, message: "文件还没有准备好，请稍后再下载" },
  "export.gone": { code: 18512, status: 409, message: "文件已过期或没有完成，请重新导出" },
  "export.ended": { code: 18513, status: 409, message: "这个导出已经结束，不能取消，请刷新页面" },
  "export.too_many": { code: 18514, status: 409, message: "已有 {most} 个导出在进行，请等其中一个完成或先取消" },
  "pooling.big_customers_only": { code: 18521, status: 403, message: "资金归集为大客户服务，请先完成大客户认证" },
  "pooling.account_unusable": {
    code: 18522,
    status: 409,
    message: "账户 {account} 现在不能归集，请只选择已开通的账户",
  },
  "pooling.currencies_differ": { code: 18523, status: 400, message: "只能归集同一币种的账户，请重新选择" },
  "pooling.same_account": { code: 18524, status: 400, message: "同一个账户只能选一次，也不能归集到自己，请重新选择" },
  "pooling.nothing_to_move": { code: 18525, status: 400, message: "账户 {account} 没有可归集的余额，请取消选择" },
  "pooling.not_enough": {
    code: 18526,
    status: 409,
    message: "账户 {account} 的可用余额 {available} {currency} 不足，请减少金额后重新试算",
  },
  "pooling.expired": { code: 18527, status: 409, message: "试算已过期，请重新试算后确认" },
} as const satisfies RefusalTable;
