/** Features that can be opened to some merchants only. Decided on the server; hides the item, its routes and its calls alike. */
export const FLAGS = {
  multiCurrencyWallet: { label: "多币种钱包", about: "顶栏「多币种钱包」及其页面和接口" },
  personalFinance: { label: "个人理财", about: "顶栏「个人理财」及其页面和接口" },
  campaignVariant: { label: "活动页面乙版", about: "活动页显示乙版标题，用来比较两种写法" },
  testAccount: { label: "测试账户", about: "在正式环境里试用的账户" },
} as const satisfies Record<string, { label: string; about: string }>;

export type FlagName = keyof typeof FLAGS;

/** How far a flag is open. Merchants on the list are always in, except when it is off. */
export const FLAG_MODES = {
  off: { label: "关闭", about: "所有商户都看不到" },
  list: { label: "按名单", about: "只对名单内的商户开放" },
  percentage: { label: "按比例", about: "按商户固定抽取，比例调高时已开放的不会收回；名单内的商户总是开放" },
  on: { label: "全部开放", about: "对所有商户开放" },
} as const satisfies Record<string, { label: string; about: string }>;
export type FlagMode = keyof typeof FLAG_MODES;
