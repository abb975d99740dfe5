import { formatMoney, type Money as Amount } from "@coralhub/domain";
import { beijingDay, Money } from "@coralhub/ui";
import { Button } from "antd";
import type { MoneyTab } from "../../platform/money-tabs.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import type { MoneyTotals } from "./activity-calls.ts";

type Sums = MoneyTotals[number];
type SumName = "income" | "expense" | "financing" | "exchanged" | "moved";
/** Signed ones add to the merchant's money or take of it; income and expense are sums of their own. */
const SUMS: Record<SumName, { label: string; signed: boolean }> = {
  income: { label: "收入", signed: false },
  expense: { label: "支出", signed: false },
  financing: { label: "融资", signed: true },
  exchanged: { label: "换汇", signed: true },
  moved: { label: "转账手续费", signed: true },
};
/** What a tab's rows add up to; of the whole list, what is neither income nor expense only where there is some. */
const SHOWN: Record<MoneyTab, readonly SumName[]> = {
  all: ["income", "expense"],
  in: ["income"],
  out: ["expense"],
  exchange: ["exchanged"],
  transfer: ["moved"],
};
const BESIDE: readonly SumName[] = ["financing", "exchanged", "moved"];

const shownOf = (tab: MoneyTab, sums: Sums): readonly SumName[] =>
  tab === "all" ? [...SHOWN.all, ...BESIDE.filter((name) => sums[name].minor !== 0n)] : SHOWN[tab];

type TotalsProps = {
  tab: MoneyTab;
  begin?: string;
  end?: string;
  totals: MoneyTotals | undefined;
  /** They are still those of other filters: the currencies stay in their places, the sums are not told. */
  coming: boolean;
  failed: boolean;
  onMonth: (month: string | undefined) => void;
};

/** What the rows below add up to, by currency; sums never mix currencies. */
export function Totals({ tab, begin, end, totals, coming, failed, onMonth }: TotalsProps) {
  return (
    <div className="activity-totals">
      <div className="activity-months" role="group" aria-label="按月">
        {lastMonths(3).map(({ month, label }) => (
          <Button
            key={month}
            size="small"
            type={begin?.startsWith(month) && end?.startsWith(month) ? "primary" : "default"}
            onClick={() => onMonth(month)}
          >
            {label}
          </Button>
        ))}
        <Button size="small" onClick={() => onMonth(undefined)}>
          全部时间
        </Button>
      </div>
      {failed && <p role="status">合计暂时取不到，请重试</p>}
      <ul aria-label="合计" aria-busy={coming || undefined} hidden={failed}>
        {totals?.map((sums) => (
          <li key={sums.currency}>
            {shownOf(tab, sums).map((name) => (
              <span key={name}>
                {SUMS[name].label} {coming ? "…" : <Sum value={sums[name]} signed={SUMS[name].signed} />}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

const Sum = ({ value, signed }: { value: Amount; signed: boolean }) =>
  signed ? <MoneyOf value={value} sign="both" /> : <Money amount={formatMoney(value)} currency={value.currency} />;

/** This month and the ones before it. */
function lastMonths(count: number): { month: string; label: string }[] {
  const [year, number] = beijingDay().split("-").map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + (number - 1) - back;
    const month = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
    return { month, label: back === 0 ? "本月" : back === 1 ? "上月" : `${(months % 12) + 1} 月` };
  });
}

/** The address with the days of a month, or without days; the page begins anew. */
export function monthSearch(search: string, month: string | undefined): string {
  const next = new URLSearchParams(search);
  next.delete("page");
  next.delete("countedAt");
  if (month) {
    const [year, number] = month.split("-").map(Number) as [number, number];
    const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
    next.set("countedAt", `${month}-01~${month}-${last}`);
  }
  return next.toString();
}
