import { addressOf, MONEY_DIRECTIONS, type Address } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";

export const MONEY_TAB_NAMES = ["all", "in", "out", "exchange", "transfer"] as const;
export type MoneyTab = (typeof MONEY_TAB_NAMES)[number];

const PAGES = {
  all: "moneyEvents",
  in: "moneyIn",
  out: "moneyOut",
  exchange: "moneyEvents",
  transfer: "moneyEvents",
} as const;
const TABS = MONEY_TAB_NAMES.map((value) => ({ value, label: value === "all" ? "全部" : MONEY_DIRECTIONS[value] }));

/** A tab of 收支明细, with the days that were chosen in another one. */
const tabAddress = (tab: MoneyTab, days: string | undefined): Address =>
  addressOf(PAGES[tab], {
    countedAt: days,
    ...((tab === "exchange" || tab === "transfer") && { direction: tab }),
  });

/** 收支明细 is one place: everything that happened, and the parts of the same list. */
export function MoneyTabs({ tab, days }: { tab: MoneyTab; days?: string | undefined }) {
  return (
    <Segmented
      aria-label="收支明细"
      value={tab}
      options={TABS}
      onChange={(next: MoneyTab) => goTo(tabAddress(next, days))}
    />
  );
}
