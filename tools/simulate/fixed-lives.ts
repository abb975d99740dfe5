import type { Life } from "@coralhub/testkit/simulate/plan";

/**
 * What `npm test` lives every time: three short lives, busy days with weeks in between, all kinds of merchants among them. Each is
 * about something else, so that what takes many steps gets that far.
 */
export const FIXED_LIVES: readonly Life[] = [
  { seed: "kelp", days: 3, merchants: 3, pace: 8, every: 30, focus: ["担保", "贷款", "定期", "钱包", "退税"] },
  { seed: "reef", days: 3, merchants: 3, pace: 7, every: 20, focus: ["卡", "消费", "认证", "收款账户", "收款人"] },
  { seed: "tide", days: 5, merchants: 2, pace: 5, every: 7, focus: ["付款", "店铺", "授权", "订单", "活动", "优惠券"] },
];
