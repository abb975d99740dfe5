import { type Address, deskAddress } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { useRouterState } from "@tanstack/react-router";
import { Segmented } from "antd";
import { mayUse } from "./roles.ts";
import { useSelf } from "./self.ts";

const TABS = [
  { path: deskAddress("flags"), label: "功能开关", role: undefined },
  { path: deskAddress("operators"), label: "操作员", role: "admin" },
  { path: deskAddress("system"), label: "系统", role: "admin" },
] as const;

/** The pages under 「设置」 share one title and stand side by side. */
export function SettingsTabs() {
  const self = useSelf();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = TABS.filter((tab) => mayUse(self, tab.role));
  return (
    <Segmented
      aria-label="设置"
      value={path as Address}
      options={shown.map((tab) => ({ value: tab.path, label: tab.label }))}
      onChange={(next) => goTo(next)}
    />
  );
}
