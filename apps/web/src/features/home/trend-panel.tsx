import { beijingDay, Bone, EmptyState, Panel } from "@coralhub/ui";
import { lazy, Suspense, useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import type { Home } from "./home-queries.ts";
import type { Span } from "./panel-choices.tsx";
import { TrendBars } from "./trend-bars.tsx";
import { latestChange, toBars, type TrendBar } from "./trend.ts";
import "./trend.css";

/** The bars stand there first; what can be chosen comes after. */
const SpanChoice = lazy(async () => ({ default: (await import("./panel-choices.tsx")).SpanChoice }));
const SPANS: readonly Span[] = ["weeks", "months"];
const BEFORE: Record<Span, string> = { weeks: "较前一周", months: "较前一月" };

export function TrendPanel({ trend }: { trend: Home["trend"] }) {
  const [span, setSpan] = useState<Span>("weeks");
  const [shown, setShown] = useState(false);
  const bars = toBars(trend[span], span);
  const latest = latestChange(bars, beijingDay());
  const announced = bars.some((bar) => bar.forecast > 0);
  const empty = !announced && bars.every((bar) => bar.value === 0);
  return (
    <Panel
      title="收入趋势"
      action={
        <Suspense fallback={<Bone width={172} height={28} />}>
          <SpanChoice label="时间范围" choices={SPANS} value={span} onChange={setSpan} />
        </Suspense>
      }
    >
      {!latest ? (
        <EmptyState drawing="none" title="汇率暂时取不到">
          折合人民币的趋势稍后恢复，您的资金不受影响
        </EmptyState>
      ) : empty ? (
        <EmptyState title="这段时间没有收入">平台打款入账后，这里会画出每一期</EmptyState>
      ) : (
        <>
          <div className="trend-head">
            <MoneyOf value={latest.bar.period.income} prefix="约合" size="figure" />
            <span className="trend-period">
              {latest.bar.from.slice(5)} 至 {latest.bar.to.slice(5)}
              {latest.change && (
                <>
                  ，{BEFORE[span]} <b>{latest.change}</b>
                </>
              )}
            </span>
          </div>
          {shown ? <TrendTable bars={bars} announced={announced} /> : <TrendBars bars={bars} current={latest.bar} />}
          <div className="trend-foot">
            <span className="row-note">按最新中间价折合人民币{announced && "；虚线为已预告、尚未到账"}</span>
            <button type="button" className="text-button" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? "查看图形" : "查看数据"}
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

function TrendTable({ bars, announced }: { bars: TrendBar[]; announced: boolean }) {
  return (
    <table className="trend-table">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">已入账</th>
          {announced && <th scope="col">已预告</th>}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ from, to, period }) => (
          <tr key={from}>
            <th scope="row">
              {from} 至 {to.slice(5)}
            </th>
            <td>
              <MoneyOf value={period.income} />
            </td>
            {announced && (
              <td>
                <MoneyOf value={period.forecast} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
