import { addressOf } from "@coralhub/domain";
import { goTo } from "@coralhub/ui/browser";
import { Segmented } from "antd";

const TABS = [
  { value: "uploads", label: "材料", to: addressOf("orderManage") },
  { value: "orders", label: "订单", to: addressOf("orderList") },
  { value: "match", label: "收款核对", to: addressOf("orderMatch") },
] as const;

/** 订单管理 is one place: what was delivered, the orders themselves, and the money behind which they stand. */
export function OrderTabs({ tab }: { tab: (typeof TABS)[number]["value"] }) {
  return (
    <Segmented
      aria-label="订单管理"
      value={tab}
      options={TABS.map(({ value, label }) => ({ value, label }))}
      onChange={(next) => goTo(TABS.find(({ value }) => value === next)!.to)}
    />
  );
}
