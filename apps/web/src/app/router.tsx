import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { PageSkeleton } from "@coralhub/ui";
import { ensureIdentity } from "../platform/account.ts";
import { flagsQuery } from "../platform/flags.ts";
import { queryClient } from "../platform/query.ts";
import { session } from "../platform/session.ts";
import { judge } from "./guards.ts";
import { PageError } from "./page-error.tsx";
import { PersonalCentre } from "./personal-centre.tsx";
import { rowOf, type APP_ROUTES } from "./route-paths.ts";
import { Shell } from "./shell.tsx";

/** A document of its own (an entry page): the browser goes there, this page waits to be replaced. */
function leaveTo(path: string): Promise<never> {
  location.replace(path);
  return new Promise(() => undefined);
}

async function guard({ pathname, href }: { pathname: string; href: string }): Promise<void> {
  const row = rowOf(pathname);
  const flags = row?.flag && session.token() !== null ? await queryClient.query(flagsQuery) : {};
  const verdict = judge({ path: pathname, row, hasToken: session.token() !== null, flags });
  if ("go" in verdict) {
    if (verdict.go === "/login") {
      if (row) session.keepReturn(href);
      return leaveTo("/login");
    }
    redirect({ to: verdict.go, search: row ? {} : { from: pathname }, replace: true, throw: true });
    return;
  }
  if (row?.document === "entry") return leaveTo(href);
  if (verdict.needsIdentity) await ensureIdentity();
}

const rootRoute = createRootRoute({
  component: Shell,
  beforeLoad: ({ location: { pathname, href } }) => guard({ pathname, href }),
  errorComponent: PageError,
  notFoundComponent: PageSkeleton,
});

type AppPath = (typeof APP_ROUTES)[number]["path"];
type Load<N extends string> = () => Promise<Record<N, () => React.ReactNode>>;

const page = <const P extends AppPath, N extends string>(path: P, load: Load<N>, name: N) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, name) });

const navRoute = createRoute({ getParentRoute: () => rootRoute, path: "/nav", component: PersonalCentre });
type NavChild = Extract<AppPath, `/nav/${string}`> extends `/nav/${infer Child}` ? Child : never;
const navPage = <const P extends NavChild, N extends string>(path: P, load: Load<N>, name: N) =>
  createRoute({ getParentRoute: () => navRoute, path, component: lazyRouteComponent(load, name) });

const certificationForms = () => import("../features/certification/form-page.tsx");
const sellerForms = () => import("../features/certification/sellers/seller-form-page.tsx");

const bindReturns = () => import("../features/bindshop/outcome/success-page.tsx");
const platformRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/bindshop/$platform",
  component: lazyRouteComponent(() => import("../features/bindshop/bind-page.tsx"), "BindPage"),
});

const routeTree = rootRoute.addChildren([
  page("/home", () => import("../features/home/home-page.tsx"), "HomePage"),
  page("/message", () => import("../features/messages/message-page.tsx"), "MessagePage"),
  page("/moreToken/index", () => import("../features/wallets/wallet-page.tsx"), "WalletPage"),
  page("/personalFinance", () => import("../features/deposits/personal-finance-page.tsx"), "PersonalFinancePage"),
  page("/bindPhone", () => import("../features/identity/account/bind-phone-page.tsx"), "BindPhonePage"),
  page("/success", () => import("../features/identity/account/success-page.tsx"), "SuccessPage"),
  page("/qrcode", () => import("./phone-page.tsx"), "PhonePage"),
  page("/certification", certificationForms, "ChooseKindPage"),
  page("/certification/personal", certificationForms, "PersonPage"),
  page("/certification/mainland", certificationForms, "MainlandPage"),
  page("/certification/hongkong", certificationForms, "HongkongPage"),
  page("/certification/globalCollection", certificationForms, "ChooseGlobalKindPage"),
  page("/certification/globalCollection/personal", certificationForms, "PersonPage"),
  page("/certification/globalCollection/mainland", certificationForms, "MainlandPage"),
  page("/certification/globalCollection/hongkong", certificationForms, "HongkongPage"),
  page("/bigc/mainlandEnterprise", certificationForms, "BigMainlandPage"),
  page("/bigc/HKEnterprise", certificationForms, "BigHongkongPage"),
  page("/bigc/authSuccess", certificationForms, "BigReceiptPage"),
  page("/sellerCertification", sellerForms, "ChooseSellerPage"),
  page("/sellerCertification/personal", sellerForms, "PersonSellerPage"),
  page("/sellerCertification/mainland", sellerForms, "EnterpriseSellerPage"),
  page("/sellerCertification/hongkong", sellerForms, "HongkongSellerPage"),
  page("/sellerSuccess", sellerForms, "SellerReceiptPage"),
  page("/bigAccount/account", () => import("../features/collections/accounts/accounts-page.tsx"), "AccountsPage"),
  page("/bigAccount/details", () => import("../features/collections/accounts/account-page.tsx"), "AccountPage"),
  page(
    "/bigAccount/accountNone",
    () => import("../features/collections/accounts/no-account-page.tsx"),
    "NoAccountPage",
  ),
  page("/bigAccount/charges", () => import("../features/collections/accounts/charges-page.tsx"), "ChargesPage"),
  page("/bigIncome/exports", () => import("../features/collections/income/exports-page.tsx"), "ExportsPage"),
  page("/bigIncome/out", () => import("../features/withdrawals/payouts-page.tsx"), "PayoutsPage"),
  page("/bigIncome/in", () => import("../features/collections/income/income-page.tsx"), "IncomePage"),
  page("/bigAccountPoolRecord", () => import("../features/collections/pooling/pool-record-page.tsx"), "PoolRecordPage"),
  page("/shopManage", () => import("../features/stores/shop-page.tsx"), "ShopPage"),
  page("/multipleStores/storesAccount", () => import("../features/stores/by-account-page.tsx"), "StoresByAccountPage"),
  page("/multipleStores/storeDetails", () => import("../features/stores/details/store-page.tsx"), "StorePage"),
  page("/multipleStores/addStore", () => import("../features/stores/add-store-page.tsx"), "AddStorePage"),
  page("/bindshop", () => import("../features/bindshop/picker-page.tsx"), "PickerPage"),
  page("/bindshop/success", bindReturns, "SuccessPage"),
  page("/bindshop/ebaysuccess", bindReturns, "EbaySuccessPage"),
  page("/bindshop/amazonsuccess", bindReturns, "AmazonSuccessPage"),
  page("/bindshop/gettokendetail", () => import("../features/bindshop/token-detail-page.tsx"), "TokenDetailPage"),
  page("/bindshop/paypalserver", () => import("../features/bindshop/paypal-page.tsx"), "PaypalPage"),
  page(
    "/bindshop/otherPlatformTypeSupplement",
    () => import("../features/bindshop/other-type-page.tsx"),
    "OtherTypePage",
  ),
  platformRoute,
  page("/404", () => import("./lost-page.tsx"), "LostPage"),
  navRoute.addChildren([
    navPage("navEnd", () => import("../features/certification/standing-page.tsx"), "StandingPage"),
    navPage("myNumber", () => import("../features/identity/account/my-number-page.tsx"), "MyNumberPage"),
    navPage("alterPhone", () => import("../features/identity/account/alter-phone-page.tsx"), "AlterPhonePage"),
    navPage("alterPwd", () => import("../features/identity/account/alter-password-page.tsx"), "AlterPasswordPage"),
    navPage("seller", () => import("../features/certification/sellers/seller-list-page.tsx"), "SellerListPage"),
    navPage("alterEmail", () => import("../features/identity/account/alter-email-page.tsx"), "AlterEmailPage"),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 200,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
