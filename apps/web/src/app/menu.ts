import { BRAND, FLAGS, type FlagName } from "@coralhub/domain";
import type { MenuIcon } from "./menu-icons.ts";
import { rowOf } from "./route-paths.ts";

/** What the bars offer. An item appears once its route exists and its flag, if any, is on: no item leads nowhere. */
export type MenuItem = {
  name: string;
  link: `/${string}`;
  icon: MenuIcon;
  flag?: FlagName;
  /** Other addresses that belong to it, with all that lies below them. */
  covers?: readonly `/${string}`[];
};

const ACCOUNTS = ["/bigAccount", "/bigAccountPoolRecord"] as const;

const TOP_MENU: readonly MenuItem[] = [
  { name: "首页", link: "/home", icon: "home" },
  { name: FLAGS.multiCurrencyWallet.label, link: "/moreToken/index", icon: "wallet", flag: "multiCurrencyWallet" },
  { name: "收款账户", link: "/bigAccount/account", icon: "bank", covers: ACCOUNTS },
  { name: "店铺管理", link: "/shopManage", icon: "shop", covers: ["/multipleStores", "/bindshop"] },
  { name: "收支明细", link: "/bigIncome/in", icon: "list", covers: ["/bigIncome"] },
  { name: BRAND.cardName, link: "/vcc/wallet", icon: "card" },
  { name: FLAGS.personalFinance.label, link: "/personalFinance", icon: "chart", flag: "personalFinance" },
  { name: "更多服务", link: "/moreServices", icon: "grid" },
];

const PHONE_MENU: readonly MenuItem[] = [
  { name: "首页", link: "/home", icon: "home" },
  { name: "收款", link: "/bigAccount/account", icon: "bank", covers: ACCOUNTS },
  { name: "收支", link: "/bigIncome/in", icon: "list", covers: ["/bigIncome"] },
  { name: BRAND.cardName, link: "/vcc/wallet", icon: "card" },
  { name: "我的", link: "/nav/myNumber", icon: "user", covers: ["/nav"] },
];

const PERSONAL_CENTRE: readonly { title: string; items: readonly MenuItem[] }[] = [
  {
    title: "账户",
    items: [
      { name: "实名认证", link: "/nav/navEnd", icon: "shield" },
      { name: "提现账户", link: "/nav/cashCard", icon: "bank" },
      { name: "基本信息", link: "/nav/myNumber", icon: "user" },
      { name: "推荐有礼", link: "/nav/recommend", icon: "gift" },
    ],
  },
  {
    title: "安全",
    items: [
      { name: "修改手机", link: "/nav/alterPhone", icon: "phone" },
      { name: "修改密码", link: "/nav/alterPwd", icon: "lock" },
      { name: "修改邮箱", link: "/nav/alterEmail", icon: "mail" },
    ],
  },
  {
    title: "业务",
    items: [
      { name: "付款管理", link: "/nav/transferManage", icon: "out" },
      { name: "订单管理", link: "/nav/orderManage", icon: "file" },
      { name: "优惠券", link: "/nav/coupon", icon: "card" },
      { name: "卖家", link: "/nav/seller", icon: "shop" },
    ],
  },
];

export type Flags = Partial<Record<FlagName, boolean>>;
type RouteExists = (path: string) => boolean;
const inTable: RouteExists = (path) => rowOf(path) !== undefined;

const offered =
  (flags: Flags, exists: RouteExists) =>
  (item: MenuItem): boolean =>
    exists(item.link) && (!item.flag || flags[item.flag] === true);

export const topMenu = (flags: Flags, exists = inTable): MenuItem[] => TOP_MENU.filter(offered(flags, exists));
export const phoneMenu = (flags: Flags, exists = inTable): MenuItem[] => PHONE_MENU.filter(offered(flags, exists));
export const personalCentre = (flags: Flags, exists = inTable) =>
  PERSONAL_CENTRE.map((group) => ({ ...group, items: group.items.filter(offered(flags, exists)) })).filter(
    (group) => group.items.length > 0,
  );

/** The item a page belongs to. */
export const itemOf = (path: string, items: readonly MenuItem[]): MenuItem | undefined =>
  items.find(({ link, covers = [] }) => [link, ...covers].some((own) => path === own || path.startsWith(`${own}/`)));
