import { deskAddress } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";

const TABS = [
  { value: "exchangeDesk", label: "头寸" },
  { value: "exchangeRates", label: "汇率" },
  { value: "exchangeLimits", label: "限额和时间" },
  { value: "exchangeRecords", label: "换汇记录" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** The pages of the exchange desk share one title and stand side by side. */
export function ExchangeTabs({ tab }: { tab: Tab }) {
  return <Segmented aria-label="换汇" value={tab} options={[...TABS]} onChange={(next) => goTo(deskAddress(next))} />;
}
