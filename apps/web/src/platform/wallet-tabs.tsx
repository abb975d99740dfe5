import { addressOf, type Address } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";
import "./wallet-tabs.css";

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

const VIEWS = {
  in: { label: "入账", to: addressOf("walletIn") },
  out: { label: "出账", to: addressOf("walletOut") },
  coming: { label: "待入账", to: addressOf("walletComing") },
  swap: { label: "换汇", to: addressOf("conversions") },
} as const satisfies Record<string, { label: string; to: Address }>;
export type WalletView = keyof typeof VIEWS;

/** The records of the wallet are one place: what came, what left, what is announced, what was exchanged. */
export function WalletViews({ view }: { view: WalletView }) {
  return (
    <Segmented
      className="wallet-views"
      aria-label="交易记录"
      value={view}
      options={Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }))}
      onChange={(next) => goTo(VIEWS[next as WalletView].to)}
    />
  );
}
