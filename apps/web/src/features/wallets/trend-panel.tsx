import { formatMoney, moneyText } from "@coralhub/domain";
import { Panel, TrendChart } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import { useState } from "react";
import { trendQuery } from "./wallets-calls.ts";

const SIDES = [
  { value: "income", label: "收入" },
  { value: "expense", label: "支出" },
] as const;

/** What came and what went, month by month. */
export function TrendPanel() {
  const [side, setSide] = useState<(typeof SIDES)[number]["value"]>("income");
  const { data } = useQuery(trendQuery);
  if (!data?.some(({ income, expense }) => income.minor + expense.minor > 0n)) return null;
  return (
    <Panel
      title="近 6 个月收支"
      intro="按每日中间价折合人民币，仅供参考"
      action={<Segmented aria-label="看收入还是支出" options={[...SIDES]} value={side} onChange={setSide} />}
    >
      <TrendChart
        title={side === "income" ? "每月收入" : "每月支出"}
        points={data.map((month, at) => ({
          label: month.month,
          value: Number(formatMoney(month[side])),
          text: moneyText(month[side]),
          current: at === data.length - 1,
        }))}
      />
    </Panel>
  );
}
