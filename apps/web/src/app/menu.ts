import {
  BRAND,
  FLAGS,
  fillPath,
  PORTAL,
  type Address,
  type FlagName,
  type PageKey,
  type PortalKey,
} from "@coralhub/domain";
import type { MenuIcon } from "./menu-icons.ts";

/** What the bars offer. An item is a page of the route table; it appears when the page's flag, if any, is on. */
export type MenuItem = {
  name: string;
  page: PageKey;
  icon: MenuIcon;
  /** Other pages that belong to it, with all that lies below them. */
  covers?: readonly PortalKey[];
};

const ACCOUNTS = ["accountsRoot", "pooling"] as const;
const PAYMENTS = [
  "payments",
  "paymentSeries",
  "paySeller",
  "paySupplier",
  "payService",
  "submitPayment",
  "suppliers",
  "serviceProviders",
  "addSupplier",
  "relatedParties",
  "batches",
] as const;
const WITHDRAWALS = [
  "mybank",
  "mybankLogin",
  "mybankWithdraw",
  "withdrawals",
  "withdrawByAccount",
  "withdrawByCurrency",
  "withdraw",
] as const;
const INCOME = [
  "exports",
  "offlineTransfers",
  "statements",
  "income",
  "payouts",
  "moneyIn",
  "moneyOut",
  ...PAYMENTS,
  ...WITHDRAWALS,
] as const;
const DEPOSITS = ["depositService", "depositOpening", "placeDeposit", "deposit"] as const;
const ORDERS = [
  "orderList",
  "orderMatch",
  "orderUpload",
  "uploadElectronic",
  "uploadThird",
  "uploadApi",
  "uploadOffline",
] as const;
const WALLET = [
  "walletRoot",
  "walletPayments",
  "walletSuppliers",
  "addWalletSupplier",
  "paySupplierFromWallet",
  "payServiceFromWallet",
] as const;
const SERVICES = ["loans", "loan", "icbcFinance", "escrows", "escrow", "taxRefunds", "taxRefund"] as const;

const TOP_MENU: readonly MenuItem[] = [
  { name: "首页", page: "home", icon: "home" },
  { name: FLAGS.multiCurrencyWallet.label, page: "wallet", icon: "wallet", covers: WALLET },
  { name: "收款账户", page: "accounts", icon: "bank", covers: ACCOUNTS },
  { name: "店铺管理", page: "stores", icon: "shop", covers: ["storesRoot", "bind"] },
  { name: "收支明细", page: "moneyEvents", icon: "list", covers: INCOME },
  { name: BRAND.cardName, page: "cards", icon: "card" },
  { name: FLAGS.personalFinance.label, page: "personalFinance", icon: "chart", covers: DEPOSITS },
  { name: "更多服务", page: "moreServices", icon: "grid", covers: SERVICES },
];

const PHONE_MENU: readonly MenuItem[] = [
  { name: "首页", page: "home", icon: "home" },
  { name: "收款", page: "accounts", icon: "bank", covers: ACCOUNTS },
  { name: "收支", page: "moneyEvents", icon: "list", covers: INCOME },
  { name: BRAND.cardName, page: "cards", icon: "card" },
  { name: "我的", page: "profile", icon: "user", covers: ["personalCentre"] },
];

const PERSONAL_CENTRE: readonly { title: string; items: readonly MenuItem[] }[] = [
  {
    title: "账户",
    items: [
      { name: "实名认证", page: "certification", icon: "shield" },
      { name: "提现账户", page: "cashCards", icon: "bank" },
      { name: "基本信息", page: "profile", icon: "user" },
      { name: "推荐有礼", page: "recommend", icon: "gift" },
    ],
  },
  {
    title: "安全",
    items: [
      { name: "修改手机", page: "alterPhone", icon: "phone" },
      { name: "修改密码", page: "alterPassword", icon: "lock" },
      { name: "修改邮箱", page: "alterEmail", icon: "mail" },
    ],
  },
  {
    title: "业务",
    items: [
      { name: "付款管理", page: "payees", icon: "out" },
      { name: "订单管理", page: "orderManage", icon: "file", covers: ORDERS },
      { name: "优惠券", page: "coupons", icon: "gift" },
      { name: "卖家", page: "sellers", icon: "shop" },
      { name: "开发者", page: "developerApps", icon: "code" },
    ],
  },
];

export type Flags = Partial<Record<FlagName, boolean>>;

const flagOf = (page: PageKey): FlagName | undefined => {
  const row = PORTAL[page];
  return "flag" in row ? row.flag : undefined;
};
const offered =
  (flags: Flags) =>
  ({ page }: MenuItem): boolean => {
    const flag = flagOf(page);
    return !flag || flags[flag] === true;
  };

export const topMenu = (flags: Flags): MenuItem[] => TOP_MENU.filter(offered(flags));
export const phoneMenu = (flags: Flags): MenuItem[] => PHONE_MENU.filter(offered(flags));
export const personalCentre = (openApiUserId: string | null | undefined) =>
  PERSONAL_CENTRE.map((group) => ({
    ...group,
    items: group.items.filter(({ page }) => !("openApi" in PORTAL[page]) || Boolean(openApiUserId)),
  }));

/** Menus name pages that open without parameters. */
export const pageAddress = (page: PageKey): Address => fillPath(PORTAL[page].path);

/** The item a page belongs to. */
export const itemOf = (path: string, items: readonly MenuItem[]): MenuItem | undefined =>
  items.find(({ page, covers = [] }) =>
    [page, ...covers].some((key) => path === PORTAL[key].path || path.startsWith(`${PORTAL[key].path}/`)),
  );
