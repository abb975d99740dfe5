/** What the simulated platforms do with orders that are read from stores. */
export const SANDBOX_ORDER_PLANS = {
  whole: "照实给出",
  withhold: "每天漏给一单",
  double: "每单给两次",
  change: "每天有一单金额多一成",
} as const satisfies Record<string, string>;
export type SandboxOrderPlan = keyof typeof SANDBOX_ORDER_PLANS;
export const SANDBOX_ORDER_PLAN_NAMES = Object.keys(SANDBOX_ORDER_PLANS) as [SandboxOrderPlan, ...SandboxOrderPlan[]];
