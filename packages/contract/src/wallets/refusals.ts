import type { RefusalTable } from "../refusals/refusal.ts";

export const walletRefusals = {
  "wallet.account_unusable": { code: 21001, status: 409, message: "这个收款账户现在不能转出：{problem}。请换一个账户" },
  "wallet.payee_unknown": { code: 21002, status: 404, message: "钱包号与户名不符，请向收款人核对后重填" },
  "wallet.payee_self": { code: 21003, status: 400, message: "这是您自己的钱包号，请填写对方的" },
  "wallet.lapsed": { code: 21004, status: 409, message: "这笔转账超时没有验证，已经取消，请重新填写" },
  "wallet.below_minimum": { code: 21005, status: 400, message: "单笔最少转账 {minimum}，请增加金额" },
  "wallet.above_limit": { code: 21006, status: 400, message: "单笔最多转账 {maximum}，请减少金额或分笔" },
  "wallet.sweep_exists": { code: 21008, status: 409, message: "这个收款账户已有自动转入，请先停用原来的" },
  "wallet.dictionary_unknown": { code: 21009, status: 404, message: "没有这个字典，请核对 dictType" },
  "wallet.number_unknown": { code: 21010, status: 404, message: "没有这个钱包号，请核对后重填" },
} as const satisfies RefusalTable;
