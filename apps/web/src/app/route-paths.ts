import { PLATFORMS, type FlagName } from "@coralhub/domain";
import { ENTRY_PAGES } from "./entry/entry-pages.ts";

/**
 * Every address the portal answers. Guards, hidden bars, gray releases and titles are columns, not conditions.
 * `document: "entry"` pages are prerendered documents of their own; all others are pages of the application.
 */
export type RouteRow = {
  path: `/${string}`;
  title: string;
  access: "public" | "merchant";
  /** No top bar, no footer. */
  chrome?: "bare";
  /** The page draws to the window's edges (its own band under the bar). */
  width?: "full";
  document?: "entry";
  /** Hidden, like an unknown address, unless the flag is on for the merchant. */
  flag?: FlagName;
  /** Another address says the same. */
  redirect?: `/${string}`;
};

const entryRows = Object.values(ENTRY_PAGES).map(
  ({ path, title }) => ({ path, title, access: "public", chrome: "bare", document: "entry" }) as const,
);

export const APP_ROUTES = [
  { path: "/qrcode", title: "手机上继续", access: "public", chrome: "bare" },
  { path: "/404", title: "页面不存在", access: "merchant", chrome: "bare" },
  { path: "/home", title: "首页", access: "merchant", width: "full" },
  { path: "/message", title: "消息", access: "merchant" },
  {
    path: "/moreToken",
    title: "多币种钱包",
    access: "merchant",
    flag: "multiCurrencyWallet",
    redirect: "/moreToken/index",
  },
  { path: "/moreToken/index", title: "多币种钱包", access: "merchant", flag: "multiCurrencyWallet" },
  { path: "/personalFinance", title: "个人理财", access: "merchant", flag: "personalFinance", width: "full" },
  { path: "/bindPhone", title: "绑定手机", access: "merchant" },
  { path: "/success", title: "已完成", access: "merchant" },
  { path: "/nav", title: "个人中心", access: "merchant", redirect: "/nav/myNumber" },
  { path: "/nav/navEnd", title: "实名认证", access: "merchant" },
  { path: "/nav/myNumber", title: "基本信息", access: "merchant" },
  { path: "/nav/alterPhone", title: "修改手机", access: "merchant" },
  { path: "/nav/alterPwd", title: "修改密码", access: "merchant" },
  { path: "/nav/alterEmail", title: "修改邮箱", access: "merchant" },
  { path: "/certification", title: "选择认证类型", access: "merchant" },
  { path: "/certification/personal", title: "个人认证", access: "merchant" },
  { path: "/certification/mainland", title: "企业认证", access: "merchant" },
  { path: "/certification/hongkong", title: "香港或海外公司认证", access: "merchant" },
  { path: "/certification/globalCollection", title: "选择认证类型", access: "merchant" },
  { path: "/certification/globalCollection/personal", title: "个人认证", access: "merchant" },
  { path: "/certification/globalCollection/mainland", title: "企业认证", access: "merchant" },
  { path: "/certification/globalCollection/hongkong", title: "香港或海外公司认证", access: "merchant" },
  { path: "/bigc/mainlandEnterprise", title: "大客户认证", access: "merchant" },
  { path: "/bigc/HKEnterprise", title: "大客户认证", access: "merchant" },
  { path: "/bigc/authSuccess", title: "认证已提交", access: "merchant" },
  { path: "/nav/seller", title: "卖家", access: "merchant" },
  { path: "/sellerCertification", title: "添加卖家", access: "merchant" },
  { path: "/sellerCertification/personal", title: "个人卖家", access: "merchant" },
  { path: "/sellerCertification/mainland", title: "企业卖家", access: "merchant" },
  { path: "/sellerCertification/hongkong", title: "香港公司卖家", access: "merchant" },
  { path: "/sellerSuccess", title: "卖家已提交", access: "merchant" },
  { path: "/bigAccount", title: "收款账户", access: "merchant", redirect: "/bigAccount/account" },
  { path: "/bigAccount/account", title: "收款账户", access: "merchant" },
  { path: "/bigAccount/details", title: "收款账户详情", access: "merchant" },
  { path: "/bigAccount/accountNone", title: "还没有收款账户", access: "merchant" },
  { path: "/bigAccount/charges", title: "开户费", access: "merchant" },
  { path: "/bigAccountPoolRecord", title: "资金归集", access: "merchant" },
  { path: "/bigIncome/in", title: "收支明细", access: "merchant" },
  { path: "/bigIncome/exports", title: "导出记录", access: "merchant" },
  { path: "/bigIncome/out", title: "提现记录", access: "merchant" },
  { path: "/income", title: "收支明细", access: "merchant", redirect: "/bigIncome/in" },
  { path: "/income/withdraw", title: "收支明细", access: "merchant", redirect: "/bigIncome/in" },
  { path: "/transferRecord", title: "提现记录", access: "merchant", redirect: "/bigIncome/out" },
  { path: "/shopManage", title: "店铺管理", access: "merchant" },
  { path: "/multipleStores", title: "店铺管理", access: "merchant", redirect: "/shopManage" },
  { path: "/multipleStores/storesAccount", title: "按收款账户看店铺", access: "merchant" },
  { path: "/multipleStores/storeDetails", title: "店铺详情", access: "merchant" },
  { path: "/multipleStores/addStore", title: "添加店铺", access: "merchant" },
  { path: "/bindshop", title: "绑定店铺", access: "merchant" },
  { path: "/bindshop/success", title: "店铺授权", access: "public" },
  { path: "/bindshop/ebaysuccess", title: "eBay 店铺授权", access: "public" },
  { path: "/bindshop/amazonsuccess", title: "Amazon 店铺授权", access: "public" },
  { path: "/bindshop/gettokendetail", title: "找到密钥", access: "merchant" },
  { path: "/bindshop/paypalserver", title: "PayPal 服务", access: "merchant" },
  { path: "/bindshop/otherPlatformTypeSupplement", title: "补充平台类型", access: "merchant" },
] as const satisfies readonly RouteRow[];

/** Platforms whose page a visitor may read before signing in. */
const OPEN_PLATFORMS: readonly string[] = ["paymentwall"];
/** One page for all of them; the addresses come from the catalogue. */
const platformRows = PLATFORMS.map(({ routeKey, name }): RouteRow => ({
  path: `/bindshop/${routeKey}`,
  title: `绑定 ${name}`,
  access: OPEN_PLATFORMS.includes(routeKey) ? "public" : "merchant",
}));

export const ROUTES: readonly RouteRow[] = [...entryRows, ...APP_ROUTES, ...platformRows];

const plain = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") : path);

export const rowOf = (path: string): RouteRow | undefined => ROUTES.find((row) => row.path === plain(path));
