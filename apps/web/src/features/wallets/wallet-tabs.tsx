import { addressOf, type Address } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";

const TABS: readonly { value: string; label: string; to: Address }[] = [
  { value: "wallet", label: "余额", to: addressOf("wallet") },
  { value: "records", label: "明细", to: addressOf("walletIn") },
  { value: "accounts", label: "账户", to: addressOf("walletAccounts") },
];

export function WalletTabs({ tab }: { tab: "wallet" | "records" | "accounts" }) {
  return (
    <Segmented
      aria-label="多币种钱包"
      value={tab}
      options={TABS.map(({ value, label }) => ({ value, label }))}
      onChange={(next) => goTo(TABS.find(({ value }) => value === next)!.to)}
    />
  );
}
