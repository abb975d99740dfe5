import type { Life } from "@coralhub/testkit/simulate/plan";

/**
 * What `npm test` lives every time: short lives, busy days with weeks in between, all kinds of merchants among them. Each is
 * about something else, so that what takes many steps gets that far.
 */
const FOCUS = {
  // What is lent goes by whole months of income.
  kelp: {
    every: 32,
    days: 5,
    pace: 5,
    focus: ["担保", "贷款", "定期存款", "存定期", "打理定期", "资金方", "转入钱包"],
  },
  reef: { every: 20, pace: 8, focus: ["卡", "消费", "认证", "说明收款"] },
  tide: { every: 7, pace: 9, focus: ["付款", "订单", "停用收款账户", "领优惠券"] },
  foam: {
    every: 9,
    pace: 7,
    focus: ["店铺", "授权", "换汇", "网商", "导出", "收款人", "供应商", "消息", "活动", "平台账号"],
  },
} as const;

export const FIXED_LIVES: readonly Life[] = Object.entries(FOCUS).map(([seed, about]) => ({
  seed,
  days: 3,
  merchants: 3,
  welcome: true,
  ...about,
}));

/** What a draw decides, whose seed is the server's own: made in some runs of the same lives and not in others. */
export const BY_LUCK: ReadonlySet<string> = new Set(["campaign_draw: toSend → sent", "campaign_draw: toSend → given"]);
