import { deskAddress, type Address } from "@coralhub/domain";
import { countText, useNarrow } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useRouterState } from "@tanstack/react-router";
import { Segmented, Select } from "antd";
import { useWaiting } from "../../platform/waiting.ts";
import "./income.css";

const TABS = [
  { value: deskAddress("incomeDesk"), label: "异常收款", desk: "incomes" },
  { value: deskAddress("unclaimedDesk"), label: "无主来款", desk: "unclaimed" },
  { value: deskAddress("offlineDesk"), label: "线下汇款", desk: "offlineTransfers" },
  { value: deskAddress("accountDesk"), label: "收款账户", desk: "accounts" },
] as const;

/** The pages under 「收款」 share one title and stand side by side. */
export function IncomeTabs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const narrow = useNarrow();
  const waiting = useWaiting();
  const options = TABS.map(({ value, label, desk }) => {
    const count = waiting([desk]);
    return { value, label: count === undefined ? label : `${label} ${countText(count)}` };
  });
  const shared = { "aria-label": "收款", value: path as Address, options, onChange: (next: Address) => goTo(next) };
  return narrow ? <Select<Address> {...shared} className="income-tabs-narrow" /> : <Segmented<Address> {...shared} />;
}
