import { addressOf, MONEY_DIRECTIONS, type Address } from "@coralhub/domain";
import { Segmented } from "antd";
import { goTo } from "./navigation.ts";

const TABS: readonly { value: string; label: string; to: Address }[] = [
  { value: "all", label: "全部", to: addressOf("moneyEvents") },
  { value: "in", label: MONEY_DIRECTIONS.in, to: addressOf("income") },
  { value: "out", label: MONEY_DIRECTIONS.out, to: addressOf("payouts") },
  { value: "exchange", label: MONEY_DIRECTIONS.exchange, to: addressOf("moneyEvents", { direction: "exchange" }) },
  { value: "transfer", label: MONEY_DIRECTIONS.transfer, to: addressOf("moneyEvents", { direction: "transfer" }) },
];

/** 收支明细 is one place: everything that happened, and its parts, which have pages of their own where there is more to do. */
export function MoneyTabs({ tab }: { tab: "all" | "in" | "out" | "exchange" | "transfer" }) {
  return (
    <Segmented
      aria-label="收支明细"
      value={tab}
      options={TABS.map(({ value, label }) => ({ value, label }))}
      onChange={(next) => goTo(TABS.find(({ value }) => value === next)!.to)}
    />
  );
}
