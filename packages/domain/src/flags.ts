/** Features that can be opened to some merchants only. Decided on the server; hides the item, its routes and its calls alike. */
export const FLAGS = {
  multiCurrencyWallet: { label: "多币种钱包", about: "顶栏「多币种钱包」及其页面和接口" },
  personalFinance: { label: "个人理财", about: "顶栏「个人理财」及其页面和接口" },
} as const satisfies Record<string, { label: string; about: string }>;

export type FlagName = keyof typeof FLAGS;
