import type { RefusalTable } from "../refusals/refusal.ts";

export const poolingRefusals = {
  "pooling.big_customers_only": { code: 18521, status: 403, message: "资金归集为大客户服务，请先完成大客户认证" },
  "pooling.account_unusable": {
    code: 18522,
    status: 409,
    message: "账户 {account} 现在不能归集，请只选择已开通的账户",
  },
  "pooling.currencies_differ": { code: 18523, status: 400, message: "只能归集同一币种的账户，请重新选择" },
  "pooling.platform_differs": {
    code: 18528,
    status: 400,
    message: "账户 {account} 只能归集同一平台的收款，请重新选择",
  },
  "pooling.same_account": { code: 18524, status: 400, message: "同一个账户只能选一次，也不能归集到自己，请重新选择" },
  "pooling.nothing_to_move": { code: 18525, status: 400, message: "账户 {account} 没有可归集的余额，请取消选择" },
  "pooling.not_enough": {
    code: 18526,
    status: 409,
    message: "账户 {account} 的可用余额 {available} {currency} 不足，请减少金额后重新试算",
  },
  "pooling.expired": { code: 18527, status: 409, message: "试算已过期，请重新试算后确认" },
} as const satisfies RefusalTable;
