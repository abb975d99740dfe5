import { useNarrow } from "@coralhub/ui";
import { useRouterState } from "@tanstack/react-router";
import { Segmented, Select } from "antd";
import { go } from "../../platform/navigation.ts";
import "./collections.css";

const TABS = [
  { value: "/collections", label: "异常收款" },
  { value: "/collections/unclaimed", label: "无主来款" },
  { value: "/collections/accounts", label: "收款账户" },
];

/** The pages under 「收款」 share one title and stand side by side. */
export function CollectionsTabs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const narrow = useNarrow();
  const shared = { "aria-label": "收款", value: path, options: TABS, onChange: (next: string) => go(next) };
  return narrow ? <Select {...shared} className="collections-tabs-narrow" /> : <Segmented {...shared} />;
}
