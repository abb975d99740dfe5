import { at, portalRouteOf, type PortalRow, addressOf, BRAND, NO_BANNER_STATUS } from "@coralhub/domain";
import { AppFrame, Banner, BottomBar, Footer, MobileBar, TopBar } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConsentRenewal } from "../features/identity/account/consent-renewal.tsx";
import { accountQuery, authRecordQuery } from "../platform/account.ts";
import { flagsQuery, testAccountQuery } from "../platform/flags.ts";
import { session, topTab } from "../platform/session.ts";
import { followUpdates, unreadQuery } from "../platform/unread.ts";
import { useAccountMenu } from "./account-menu.tsx";
import { useTakeOver } from "./document/take-over.ts";
import { FinderButton } from "./finder/finder-button.tsx";
import { questionsAbout } from "./live-features.ts";
import { MENU_ICONS } from "./menu-icons.ts";
import { itemOf, pageAddress, phoneMenu, topMenu, type MenuItem } from "./menu.ts";

const HELP = addressOf("help");
const CENTRE: readonly MenuItem[] = [{ name: "个人中心", page: "profile", icon: "user", covers: ["personalCentre"] }];
const FOOTER_LINKS = [
  { label: "关于我们", to: at(HELP, "about") },
  { label: "服务协议", to: addressOf("agreement") },
  { label: "隐私政策", to: addressOf("privacy") },
  { label: "联系我们", to: at(HELP, "contact") },
];

/** The frame around every page: which bars it has is a column of the route table. */
export function Shell() {
  useTakeOver();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const row = portalRouteOf(path);
  useEffect(() => {
    document.title = `${row?.title ?? "商户门户"} - ${BRAND.name}`;
  }, [row]);
  if (!row || row.chrome === "bare")
    return (
      <AppFrame width="full">
        <Outlet />
      </AppFrame>
    );
  return session.token() === null ? <VisitorFrame row={row} /> : <MerchantFrame path={path} row={row} />;
}

const VISITOR = [
  { label: "登录", to: addressOf("login") },
  { label: "注册", to: addressOf("register") },
];
/** Pages that open without a login keep the bar; where it would lead to one's own things, it leads to the sign-in. */
function VisitorFrame({ row }: { row: PortalRow }) {
  return (
    <AppFrame
      width={row.width ?? "content"}
      topBar={
        <TopBar
          homeTo={addressOf("login")}
          helpTo={HELP}
          account={{ name: "未登录", initial: "访", menu: [...VISITOR] }}
        />
      }
      mobileBar={<MobileBar homeTo={addressOf("login")} menu={[...VISITOR, { label: "帮助中心", to: HELP }]} />}
      footer={<Footer links={FOOTER_LINKS} />}
    >
      <Outlet />
    </AppFrame>
  );
}

function MerchantFrame({ path, row }: { path: string; row: PortalRow }) {
  const { data: flags = {} } = useQuery(flagsQuery);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const { data: account } = useQuery(accountQuery);
  const { data: forTrying = false } = useQuery(testAccountQuery);
  const menu = useAccountMenu();
  const items = topMenu(flags);
  const activeTab = useActiveTab(path, items);
  useEffect(() => followUpdates(questionsAbout), []);

  const name = nameOf(account?.displayName);
  const messages = { to: addressOf("messages"), unread };
  const phoneItems = phoneMenu(flags);
  const bottom = phoneItems.map(({ name: label, page, icon }) => ({
    key: page,
    label,
    to: pageAddress(page),
    icon: MENU_ICONS[icon],
  }));
  return (
    <AppFrame
      width={row.width ?? "content"}
      topBar={
        <TopBar
          homeTo={addressOf("home")}
          items={items.map(({ name: label, page }) => ({ key: page, label, to: pageAddress(page) }))}
          activeKey={activeTab}
          messages={messages}
          helpTo={HELP}
          finder={<FinderButton />}
          account={{
            name: forTrying ? `${name}（测试账户）` : name,
            initial: /^[\d+]/.test(name) ? "我" : name.slice(0, 1),
            menu,
          }}
        />
      }
      mobileBar={
        <MobileBar
          homeTo={addressOf("home")}
          messages={messages}
          menu={phoneEntries(items, menu)}
          finder={<FinderButton />}
        />
      }
      bottomBar={<BottomBar items={bottom} activeKey={itemOf(path, phoneItems)?.page} />}
      banner={row.certified && <NotPassedBanner />}
      footer={<Footer links={FOOTER_LINKS} />}
    >
      <Outlet />
      <ConsentRenewal />
    </AppFrame>
  );
}

/** Before there is a name of their own, merchants see their own number, whole. */
function nameOf(displayName: string | undefined): string {
  if (displayName && !displayName.includes("•")) return displayName;
  return (session.user()?.mobile ?? "").replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3");
}

/** The last tab chosen stays lit on pages that have none of their own; personal-centre pages put it out. */
function useActiveTab(path: string, items: MenuItem[]): string | undefined {
  const own = itemOf(path, items);
  const index = own ? items.indexOf(own) : -1;
  const personal = itemOf(path, CENTRE) !== undefined;
  useEffect(() => {
    if (personal) topTab.reset();
    else if (index >= 0) topTab.keep(index);
  }, [personal, index]);
  return personal ? undefined : items[index >= 0 ? index : (topTab.read() ?? -1)]?.page;
}

/** Any status but the four acceptable ones, or a failed query, says that the review did not pass. */
function NotPassedBanner() {
  const { data, isError } = useQuery(authRecordQuery);
  if (!isError && (!data || NO_BANNER_STATUS.includes(data.status))) return null;
  return (
    <Banner to={addressOf("certification")} action="前去查看">
      您的实名信息审核未通过，暂时无法进行操作
    </Banner>
  );
}

type AccountMenu = ReturnType<typeof useAccountMenu>;
const phoneEntries = (items: MenuItem[], menu: AccountMenu) => [
  ...items.map(({ name: label, page }) => ({ label, to: pageAddress(page) })),
  { label: "帮助中心", to: HELP },
  ...menu.flatMap((entry) =>
    entry === "divider" || typeof entry.label !== "string"
      ? []
      : [{ label: entry.label, to: entry.to, onSelect: entry.onSelect }],
  ),
];
