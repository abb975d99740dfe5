import { beijingDay, EmptyState, Panel, shortAmountText } from "@coralhub/ui";
import { Segmented } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import type { Home } from "./home-queries.ts";
import { axisOf, latestChange, toBars, type TrendBar } from "./trend.ts";

const SPANS = [
  { value: "weeks", label: "近 12 周" },
  { value: "months", label: "近 12 个月" },
] as const;
type Span = (typeof SPANS)[number]["value"];
const BEFORE: Record<Span, string> = { weeks: "较前一周", months: "较前一月" };

export function TrendPanel({ trend }: { trend: Home["trend"] }) {
  const [span, setSpan] = useState<Span>("weeks");
  const [shown, setShown] = useState(false);
  const bars = toBars(trend[span], span);
  const latest = latestChange(bars, beijingDay());
  const empty = bars.every((bar) => bar.value === 0 && bar.forecast === 0);
  return (
    <Panel
      title="收入趋势"
      action={<Segmented size="small" options={[...SPANS]} value={span} onChange={setSpan} aria-label="时间范围" />}
    >
      {empty || !latest ? (
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
          {shown ? <TrendTable bars={bars} /> : <TrendBars bars={bars} current={latest.bar} />}
          <div className="trend-foot">
            <span className="row-note">按入账日中间价折合人民币；虚线为已预告、尚未到账</span>
            <button type="button" className="text-button" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? "查看图形" : "查看数据"}
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

const PLOT = { width: 800, height: 200, left: 56, bottom: 28, top: 20 };

function TrendBars({ bars, current }: { bars: TrendBar[]; current: TrendBar }) {
  const [hovered, setHovered] = useState<TrendBar | null>(null);
  const lit = hovered ?? current;
  const axis = axisOf(Math.max(...bars.map((bar) => bar.value + bar.forecast)));
  const top = axis.at(-1)! || 1;
  const room = PLOT.height - PLOT.top - PLOT.bottom;
  const y = (value: number) => PLOT.top + room * (1 - value / top);
  const slot = (PLOT.width - PLOT.left) / bars.length;
  const width = Math.min(36, slot * 0.55);
  return (
    <svg
      className="trend"
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
      role="img"
      aria-label="收入趋势柱状图，数据见「查看数据」"
    >
      {axis.map((value) => (
        <g key={value}>
          <line className="trend-line" x1={PLOT.left} x2={PLOT.width} y1={y(value)} y2={y(value)} />
          <text className="trend-axis" x={PLOT.left - 12} y={y(value) + 4} textAnchor="end">
            {shortAmountText(value)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => {
        const x = PLOT.left + slot * index + (slot - width) / 2;
        const middle = x + width / 2;
        const isLit = bar.from === lit.from;
        return (
          <g key={bar.from} onPointerEnter={() => setHovered(bar)} onPointerLeave={() => setHovered(null)}>
            <rect x={PLOT.left + slot * index} y={PLOT.top} width={slot} height={room} fill="transparent" />
            {bar.value > 0 && (
              <rect
                className={isLit ? "trend-bar trend-lit" : "trend-bar"}
                x={x}
                y={y(bar.value)}
                width={width}
                height={y(0) - y(bar.value)}
                rx="3"
              />
            )}
            {bar.forecast > 0 && (
              <rect
                className="trend-forecast"
                x={x}
                y={y(bar.value + bar.forecast)}
                width={width}
                height={y(bar.value) - y(bar.value + bar.forecast)}
                rx="3"
              />
            )}
            {isLit && (
              <text className="trend-value" x={middle} y={y(bar.value + bar.forecast) - 6} textAnchor="middle">
                {shortAmountText(bar.value || bar.forecast)}
              </text>
            )}
            <text
              className={isLit ? "trend-axis trend-axis-lit" : "trend-axis"}
              x={middle}
              y={PLOT.height - 8}
              textAnchor="middle"
            >
              {bar.label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function TrendTable({ bars }: { bars: TrendBar[] }) {
  return (
    <table className="trend-table">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">已入账</th>
          <th scope="col">已预告</th>
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
            <td>
              <MoneyOf value={period.forecast} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
