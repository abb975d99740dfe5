import { deskAddress } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";

const TABS = [
  { value: "walletDesk", label: "余额" },
  { value: "walletTransfers", label: "钱包转账" },
] as const;
type Tab = (typeof TABS)[number]["value"];

/** Both pages of the wallet desk share one title. */
export function WalletTabs({ tab }: { tab: Tab }) {
  return <Segmented aria-label="钱包" value={tab} options={[...TABS]} onChange={(next) => goTo(deskAddress(next))} />;
}
