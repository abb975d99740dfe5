import { OPERATOR_ROLES } from "@coralhub/contract";
import { DESK_GROUPS, type DeskGroup, consoleRouteOf, deskAddress, BRAND } from "@coralhub/domain";
import { AppFrame, MobileBar, SideBar, TopBar, useTheme, type MenuEntry } from "@coralhub/ui";
import { Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { operations } from "../platform/api.ts";
import { BASE } from "../platform/base.ts";
import { useSelf } from "../platform/self.ts";
import { session } from "../platform/session.ts";
import { useWaiting } from "../platform/waiting.ts";
import { barDesks, firstDesk } from "./desks.ts";
import { LostPage } from "./lost-page.tsx";
import { SandboxStrip } from "./sandbox-strip.tsx";
import { SearchBox } from "./search-box.tsx";
import "./shell.css";

const DESK_GROUP_NAMES = Object.keys(DESK_GROUPS) as DeskGroup[];

/** The frame around every page: which bars it has is a column of the route table. */
export function Shell() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const row = consoleRouteOf(path);
  useEffect(() => {
    document.title = `${row?.title ?? "运营"} - ${BRAND.name}运营`;
  }, [row]);
  if (row?.chrome === "bare" || session.token() === null) return <Outlet />;
  return <OperatorFrame path={path} />;
}

function OperatorFrame({ path }: { path: string }) {
  const self = useSelf();
  const menu = useAccountMenu();
  const lost = useMatches().some((match) => (match.context as { lost?: boolean }).lost);
  const row = consoleRouteOf(path);
  const ready = self.setup.length === 0;
  const waiting = useWaiting(ready);
  const items = barDesks(self).map(({ waits, ...desk }) => ({ ...desk, count: waiting(waits) }));
  const groups = DESK_GROUP_NAMES.map((key) => ({
    key,
    label: DESK_GROUPS[key],
    items: items.filter(({ group }) => group === key),
  })).filter((group) => group.items.length > 0);
  const homeTo = firstDesk(self);
  return (
    <AppFrame
      width="wide"
      topBar={
        <TopBar
          tone="ops"
          homeTo={homeTo}
          account={{ name: self.name, initial: self.name.slice(0, 1), menu }}
          search={ready && <SearchBox />}
        />
      }
      sideBar={<SideBar groups={groups} activeKey={row?.under ?? row?.key} />}
      mobileBar={<MobileBar tone="ops" homeTo={homeTo} menu={[...items, ...phoneEntries(menu)]} />}
      banner={self.sandbox && <SandboxStrip />}
    >
      {lost ? <LostPage /> : <Outlet />}
    </AppFrame>
  );
}

function useAccountMenu(): MenuEntry[] {
  const self = useSelf();
  const { isDark, setMode } = useTheme();
  const signOut = async () => {
    // Signing out must work without a line: the token is forgotten here whatever the server says.
    await operations.signOut({}).catch(() => undefined);
    session.end();
    // A fresh document: nothing the operator saw stays in memory.
    location.assign(BASE + deskAddress("signIn"));
  };
  return [
    { label: "我的安全", note: self.roles.map((role) => OPERATOR_ROLES[role]).join("、"), to: deskAddress("security") },
    { label: isDark ? "浅色界面" : "深色界面", onSelect: () => setMode(isDark ? "light" : "dark") },
    "divider",
    { label: "退出登录", onSelect: () => void signOut() },
  ];
}

const phoneEntries = (menu: readonly MenuEntry[]) =>
  menu.flatMap((entry) =>
    entry === "divider" || typeof entry.label !== "string"
      ? []
      : [{ label: entry.label, to: entry.to, onSelect: entry.onSelect }],
  );
