import type { WaitingDesk } from "../capabilities.ts";
import { fillPath, finderOf, type Address, type ParameterList } from "./address.ts";

/** How the desks stand together in the side bar, in this order. */
export const DESK_GROUPS = {
  review: "审核",
  money: "资金",
  product: "产品",
  customer: "客户",
  books: "账务",
  system: "系统",
} as const;
export type DeskGroup = keyof typeof DESK_GROUPS;

/**
 * Every address of the operator console, by key (without the place it is served under). Who may see it, whether it
 * exists outside the sandbox, and where it stands in the side bar are columns, not conditions.
 */
export type ConsoleRow = {
  path: `/${string}`;
  title: string;
  /** Everyone signed in, if not given. */
  role?: "reviewer" | "finance" | "admin";
  access?: "public";
  chrome?: "bare";
  /** Exists only where the outside world is simulated. */
  sandboxOnly?: true;
  /** Reachable before password and authenticator are in order. */
  beforeSetup?: true;
  /** Its group and word in the side bar; rows without them belong to the row named by `under`. */
  group?: DeskGroup;
  bar?: string;
  under?: string;
  /** Desks whose waiting cases are counted beside its word. */
  waits?: readonly WaitingDesk[];
};

const reviewer = { role: "reviewer" } as const;
const finance = { role: "finance" } as const;
const admin = { role: "admin" } as const;

export const CONSOLE = {
  /** Leads on to the first desk that is open to the operator. */
  start: { path: "/", title: "运营" },
  signIn: { path: "/login", title: "登录", access: "public", chrome: "bare" },
  certificationDesk: {
    path: "/certification",
    title: "认证审核",
    group: "review",
    bar: "认证审核",
    waits: ["certification"],
    ...reviewer,
  },
  certificationStatistics: {
    path: "/certification/statistics",
    title: "认证审核统计",
    under: "certificationDesk",
    ...reviewer,
  },
  certificationCase: {
    path: "/certification/$merchantId/$id",
    title: "认证申请",
    under: "certificationDesk",
    ...reviewer,
  },
  storeDesk: { path: "/stores", title: "店铺审核", group: "review", bar: "店铺审核", waits: ["stores"], ...reviewer },
  accountClaimDesk: {
    path: "/stores/claims",
    title: "平台账号归属",
    group: "review",
    bar: "平台账号归属",
    waits: ["accountClaims"],
    ...reviewer,
  },
  storeCase: { path: "/stores/$merchantId/$id", title: "店铺", under: "storeDesk", ...reviewer },
  recoveryDesk: {
    path: "/recoveries",
    title: "手机找回",
    group: "review",
    bar: "手机找回",
    waits: ["recoveries"],
    ...reviewer,
  },
  incomeDesk: {
    path: "/collections",
    title: "异常收款",
    group: "money",
    bar: "收款",
    waits: ["incomes", "unclaimed", "offlineTransfers"],
  },
  unclaimedDesk: { path: "/collections/unclaimed", title: "无主来款", under: "incomeDesk" },
  offlineDesk: { path: "/collections/offline", title: "线下汇款", under: "incomeDesk" },
  payoutDesk: { path: "/payouts", title: "付款", group: "money", bar: "付款", waits: ["payouts"] },
  batchDesk: { path: "/payouts/batches", title: "批量付款", under: "payoutDesk" },
  payoutTerms: { path: "/payouts/terms", title: "付款限额和时限", under: "payoutDesk" },
  heldSends: {
    path: "/payouts/held",
    title: "拦下的出款",
    group: "money",
    bar: "拦下的出款",
    waits: ["heldSends"],
    ...finance,
  },
  exchangeDesk: { path: "/exchange", title: "换汇", group: "money", bar: "换汇", waits: ["rates"], ...finance },
  exchangeRates: { path: "/exchange/rates", title: "汇率", under: "exchangeDesk", ...finance },
  exchangeLimits: { path: "/exchange/limits", title: "换汇限额和时间", under: "exchangeDesk", ...finance },
  exchangeRecords: { path: "/exchange/records", title: "换汇记录", under: "exchangeDesk", ...finance },
  walletDesk: { path: "/wallets", title: "钱包", group: "money", bar: "钱包", ...finance },
  walletTransfers: { path: "/wallets/transfers", title: "钱包转账", under: "walletDesk", ...finance },
  payeeDesk: { path: "/payees", title: "收款人审核", group: "review", bar: "收款人审核", waits: ["payees"] },
  cardDesk: { path: "/cards", title: "珊瑚卡", group: "product", bar: "珊瑚卡", waits: ["cards"] },
  cardDisputes: { path: "/cards/disputes", title: "交易争议", under: "cardDesk" },
  cardTransfers: { path: "/cards/transfers", title: "卡钱包汇款", under: "cardDesk" },
  cardProgramme: { path: "/cards/programme", title: "珊瑚卡平台限额与屏蔽", under: "cardDesk" },
  cardReconciliation: { path: "/cards/reconciliation", title: "与发卡方对账", under: "cardDesk" },
  orderDesk: {
    path: "/orders",
    title: "订单材料审核",
    group: "review",
    bar: "订单材料",
    waits: ["orders"],
    ...reviewer,
  },
  depositDesk: { path: "/deposits", title: "定期存款", group: "product", bar: "定期存款" },
  depositOpeningDesk: {
    path: "/deposits/openings",
    title: "理财开户",
    group: "review",
    bar: "理财开户",
    waits: ["deposits"],
    ...reviewer,
  },
  depositRates: { path: "/deposits/rates", title: "存款利率和条件", group: "product", bar: "存款利率" },
  campaignDesk: {
    path: "/campaigns",
    title: "活动",
    group: "customer",
    bar: "活动",
    waits: ["campaigns"],
    ...finance,
  },
  campaignPrizes: { path: "/campaigns/prizes", title: "奖品寄送", under: "campaignDesk" },
  campaignPushes: { path: "/campaigns/pushes", title: "活动推送", under: "campaignDesk" },
  campaignApplications: { path: "/campaigns/applications", title: "活动申请", under: "campaignDesk" },
  invitationDesk: {
    path: "/invitations",
    title: "推荐核对",
    group: "customer",
    bar: "推荐核对",
    waits: ["invitations"],
    ...finance,
  },
  loanDesk: { path: "/loans", title: "贷款", group: "product", bar: "贷款", waits: ["loans"] },
  loanRates: { path: "/loans/rates", title: "贷款利率", group: "product", bar: "贷款利率" },
  noticeDesk: { path: "/notices", title: "公告", group: "product", bar: "公告", ...admin },
  couponDesk: {
    path: "/coupons",
    title: "优惠券",
    group: "customer",
    bar: "优惠券",
    waits: ["coupons"],
    ...finance,
  },
  escrowDesk: { path: "/escrows", title: "担保交易", group: "money", bar: "担保交易", waits: ["escrows"] },
  taxRefundDesk: { path: "/taxrefunds", title: "出口退税", group: "product", bar: "出口退税", waits: ["taxrefunds"] },
  accountDesk: {
    path: "/collections/accounts",
    title: "收款账户",
    group: "product",
    bar: "收款账户",
    waits: ["accounts"],
  },
  platforms: { path: "/platforms", title: "平台连接", group: "product", bar: "平台连接" },
  merchants: { path: "/merchants", title: "商户", group: "customer", bar: "商户" },
  merchant: { path: "/merchants/$id", title: "商户概况", under: "merchants" },
  ledger: { path: "/ledger", title: "总账", group: "books", bar: "总账", ...finance },
  ledgerAccounts: { path: "/ledger/accounts", title: "账户", under: "ledger", ...finance },
  ledgerAccount: { path: "/ledger/accounts/$merchantId/$account", title: "账户分录", under: "ledger", ...finance },
  posting: { path: "/ledger/postings/$merchantId/$postingId", title: "记账", under: "ledger", ...finance },
  postingSearch: { path: "/ledger/search", title: "查记账", under: "ledger", ...finance },
  trial: { path: "/ledger/trial", title: "试算表", under: "ledger", ...finance },
  adjustments: {
    path: "/ledger/adjustments",
    title: "人工调账",
    group: "books",
    bar: "人工调账",
    waits: ["adjustments"],
    ...finance,
  },
  approvals: {
    path: "/approvals",
    title: "双人复核",
    group: "books",
    bar: "双人复核",
    waits: ["approvals"],
    ...finance,
  },
  alarms: { path: "/ledger/alarms", title: "账务告警", group: "books", bar: "账务告警", waits: ["alarms"], ...finance },
  fees: { path: "/ledger/fees", title: "收费规则", group: "books", bar: "收费规则", ...finance },
  openApps: { path: "/open_apps", title: "开放接口", group: "system", bar: "开放接口" },
  flags: { path: "/settings/flags", title: "功能开关", group: "system", bar: "功能开关" },
  operators: {
    path: "/settings/operators",
    title: "操作员",
    group: "system",
    bar: "操作员",
    waits: ["operators"],
    ...admin,
  },
  audit: { path: "/audit", title: "审计日志", group: "system", bar: "审计日志", ...admin },
  system: {
    path: "/settings/system",
    title: "系统",
    group: "system",
    bar: "系统状态",
    waits: ["doorAlarms"],
    ...admin,
  },
  sandbox: { path: "/sandbox", title: "沙箱控制台", group: "system", bar: "沙箱", sandboxOnly: true },
  security: { path: "/security", title: "我的安全", beforeSetup: true },
  style: { path: "/style", title: "界面样式", chrome: "bare", access: "public" },
} as const satisfies Record<string, ConsoleRow>;

export type ConsoleKey = keyof typeof CONSOLE;
/** Everything that needs a component. */
export type ConsolePageKey = Exclude<ConsoleKey, "start">;
export type ConsoleRoute = ConsoleRow & { key: ConsoleKey };

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = Object.entries<ConsoleRow>(CONSOLE).map(([key, row]) => ({
  ...row,
  key: key as ConsoleKey,
}));

/** The address of a page of the console. */
export const deskAddress = <K extends ConsoleKey>(
  key: K,
  ...[parameters]: ParameterList<(typeof CONSOLE)[K]>
): Address => fillPath(CONSOLE[key].path, parameters);

export const consoleRouteOf = finderOf(CONSOLE_ROUTES);

/** An address that was kept as text; nothing where no page answers it. */
export const readDeskAddress = (text: string | null): Address | null =>
  text?.startsWith("/") && consoleRouteOf(text) ? (text as Address) : null;
