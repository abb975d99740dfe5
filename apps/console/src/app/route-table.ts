import type { OperatorRole, OperatorSelf } from "@coralhub/contract";
import type { WaitingDesk } from "@coralhub/domain";
import type { ReactNode } from "react";
import { mayUse } from "../platform/roles.ts";

type Page = () => ReactNode;

/**
 * Every address of the console. Who may see it, whether it exists outside the sandbox, and where it stands in the bar
 * are columns, not conditions. A new desk is a new row.
 */
export type ConsoleRoute = {
  path: `/${string}`;
  title: string;
  page(): Promise<Page>;
  /** Everyone signed in, if not given. */
  role?: OperatorRole;
  access?: "public";
  chrome?: "bare";
  /** Exists only where the outside world is simulated. */
  sandboxOnly?: true;
  /** Reachable before password and authenticator are in order. */
  beforeSetup?: true;
  /** Its word in the bar; rows without one belong to the item named by `under`. */
  bar?: string;
  under?: `/${string}`;
  /** Desks whose waiting cases are counted beside its word. */
  waits?: readonly WaitingDesk[];
};

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  {
    path: "/login",
    title: "登录",
    access: "public",
    chrome: "bare",
    page: () => import("../features/sign-in/sign-in-page.tsx").then((file) => file.SignInPage),
  },
  {
    path: "/certification",
    title: "认证审核",
    bar: "认证审核",
    waits: ["certification"],
    role: "reviewer",
    page: () => import("../features/certification-review/queue-page.tsx").then((file) => file.QueuePage),
  },
  {
    path: "/certification/statistics",
    title: "认证审核统计",
    under: "/certification",
    role: "reviewer",
    page: () => import("../features/certification-review/statistics-page.tsx").then((file) => file.StatisticsPage),
  },
  {
    path: "/certification/$merchantId/$id",
    title: "认证申请",
    under: "/certification",
    role: "reviewer",
    page: () => import("../features/certification-review/case-page.tsx").then((file) => file.CasePage),
  },
  {
    path: "/stores",
    title: "店铺审核",
    bar: "店铺审核",
    waits: ["stores"],
    role: "reviewer",
    page: () => import("../features/stores/queue-page.tsx").then((file) => file.StoreQueuePage),
  },
  {
    path: "/stores/$merchantId/$id",
    title: "店铺",
    under: "/stores",
    role: "reviewer",
    page: () => import("../features/stores/store-page.tsx").then((file) => file.StorePage),
  },
  {
    path: "/merchants",
    title: "商户",
    bar: "商户",
    page: () => import("../features/merchants/merchants-page.tsx").then((file) => file.MerchantsPage),
  },
  {
    path: "/merchants/$id",
    title: "商户概况",
    under: "/merchants",
    page: () => import("../features/merchants/merchant-page.tsx").then((file) => file.MerchantPage),
  },
  {
    path: "/recoveries",
    title: "手机找回",
    bar: "手机找回",
    waits: ["recoveries"],
    role: "reviewer",
    page: () => import("../features/recoveries/recoveries-page.tsx").then((file) => file.RecoveriesPage),
  },
  {
    path: "/applications",
    title: "开通申请",
    bar: "开通",
    waits: ["applications"],
    role: "reviewer",
    page: () => import("../features/applications/applications-page.tsx").then((file) => file.ApplicationsPage),
  },
  {
    path: "/collections",
    title: "异常收款",
    bar: "收款",
    waits: ["incomes", "unclaimed"],
    page: () => import("../features/collections/income-page.tsx").then((file) => file.IncomePage),
  },
  {
    path: "/collections/unclaimed",
    title: "无主来款",
    under: "/collections",
    page: () => import("../features/collections/unclaimed-page.tsx").then((file) => file.UnclaimedPage),
  },
  {
    path: "/collections/accounts",
    title: "收款账户",
    under: "/collections",
    page: () => import("../features/collections/accounts-page.tsx").then((file) => file.ReceivingAccountsPage),
  },
  {
    path: "/payouts",
    title: "付款",
    bar: "付款",
    waits: ["payouts"],
    page: () => import("../features/payouts/payouts-page.tsx").then((file) => file.PayoutsPage),
  },
  {
    path: "/platforms",
    title: "平台连接",
    bar: "平台",
    page: () => import("../features/stores/platforms-page.tsx").then((file) => file.PlatformsPage),
  },
  {
    path: "/ledger",
    title: "总账",
    bar: "账务",
    role: "finance",
    page: () => import("../features/ledger/overview-page.tsx").then((file) => file.LedgerPage),
  },
  {
    path: "/ledger/accounts",
    title: "账户",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/accounts-page.tsx").then((file) => file.AccountsPage),
  },
  {
    path: "/ledger/accounts/$merchantId/$account",
    title: "账户分录",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/account-page.tsx").then((file) => file.AccountPage),
  },
  {
    path: "/ledger/postings/$merchantId/$postingId",
    title: "记账",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/posting-page.tsx").then((file) => file.PostingPage),
  },
  {
    path: "/ledger/search",
    title: "查记账",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/search-page.tsx").then((file) => file.SearchPage),
  },
  {
    path: "/ledger/trial",
    title: "试算表",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/trial-page.tsx").then((file) => file.TrialPage),
  },
  {
    path: "/ledger/adjustments",
    title: "人工调账",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/adjustments-page.tsx").then((file) => file.AdjustmentsPage),
  },
  {
    path: "/ledger/alarms",
    title: "账务告警",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/alarms-page.tsx").then((file) => file.AlarmsPage),
  },
  {
    path: "/ledger/fees",
    title: "收费规则",
    under: "/ledger",
    role: "finance",
    page: () => import("../features/ledger/fees-page.tsx").then((file) => file.FeesPage),
  },
  {
    path: "/sandbox",
    title: "沙箱控制台",
    bar: "沙箱",
    sandboxOnly: true,
    page: () => import("../features/sandbox/sandbox-page.tsx").then((file) => file.SandboxPage),
  },
  {
    path: "/audit",
    title: "审计日志",
    bar: "审计",
    role: "admin",
    page: () => import("../features/audit/audit-page.tsx").then((file) => file.AuditPage),
  },
  {
    path: "/settings/flags",
    title: "功能开关",
    bar: "设置",
    page: () => import("../features/flags/flags-page.tsx").then((file) => file.FlagsPage),
  },
  {
    path: "/settings/operators",
    title: "操作员",
    under: "/settings/flags",
    role: "admin",
    page: () => import("../features/operators/operators-page.tsx").then((file) => file.OperatorsPage),
  },
  {
    path: "/settings/system",
    title: "系统",
    under: "/settings/flags",
    role: "admin",
    page: () => import("../features/system/system-page.tsx").then((file) => file.SystemPage),
  },
  {
    path: "/security",
    title: "我的安全",
    beforeSetup: true,
    page: () => import("../features/security/security-page.tsx").then((file) => file.SecurityPage),
  },
  {
    path: "/style",
    title: "界面样式",
    chrome: "bare",
    access: "public",
    page: () => import("../features/style/style-page.tsx").then((file) => file.StylePage),
  },
];

/** Whether this operator may open the row at all: what the bar offers and what the guard lets through are the same. */
export const mayOpen = (row: ConsoleRoute, self: OperatorSelf): boolean =>
  mayUse(self, row.role) && (!row.sandboxOnly || self.sandbox) && (row.beforeSetup === true || self.setup.length === 0);

export const rowOf = (path: string): ConsoleRoute | undefined =>
  CONSOLE_ROUTES.find((row) => new RegExp(`^${row.path.replaceAll(/\$\w+/g, "[^/]+")}/?$`).test(path));

/** The first desk of the bar that is open to this operator. */
export const firstDesk = (self: OperatorSelf): string =>
  CONSOLE_ROUTES.find((row) => row.bar && mayOpen(row, self))?.path ?? "/security";
