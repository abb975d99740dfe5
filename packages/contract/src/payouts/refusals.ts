import type { RefusalTable } from "../refusals/refusal.ts";

export const payoutRefusals = {
  "payout.account_unusable": { code: 19001, status: 409, message: "这个账户现在不能提现：{problem}" },
  "payout.no_bank_account": { code: 19002, status: 409, message: "还没有绑定收款银行账户，请先绑定" },
  "payout.below_minimum": { code: 19003, status: 400, message: "单笔最少提现 {minimum}，请增加金额" },
  "payout.above_limit": { code: 19004, status: 400, message: "单笔最多提现 {maximum}，请减少金额或分笔提现" },
  "payout.cooling": {
    code: 19005,
    status: 409,
    message: "新绑定的银行账户在 {until} 前单笔最多提现 {limit}，请减少金额或稍后再提",
  },
  "payout.lapsed": { code: 19006, status: 409, message: "这笔提现超时没有验证，已经取消，请重新填写" },
  "payout.channel_closed": { code: 19007, status: 503, message: "银行通道暂未开放，请稍后再试" },
  "payout.not_processing": { code: 19008, status: 409, message: "这笔付款没有在等银行的结果，请刷新页面" },
  "payout.bank_silent": { code: 19009, status: 503, message: "银行暂时没有回答，请稍后再查询" },
  "payout.nothing_to_decide": { code: 19010, status: 409, message: "这笔付款在银行那里已有结果，不能再这样处理" },
} as const satisfies RefusalTable;
