import { shortAmountText, useNarrow } from "@coralhub/ui";
import { useState } from "react";
import { axisOf, type TrendBar } from "./trend.ts";

type Plot = { width: number; height: number; left: number; bottom: number; top: number };
const WIDE: Plot = { width: 800, height: 200, left: 56, bottom: 28, top: 20 };
/** A phone has no room for an axis: the first and the last label say enough. */
const NARROW: Plot = { width: 340, height: 160, left: 0, bottom: 24, top: 20 };
const WIDEST_BAR = 36;

export function TrendBars({ bars, current }: { bars: TrendBar[]; current: TrendBar }) {
  const [hovered, setHovered] = useState<TrendBar | null>(null);
  const narrow = useNarrow();
  const plot = narrow ? NARROW : WIDE;
  const lit = hovered ?? current;
  const axis = axisOf(Math.max(...bars.map((bar) => bar.value + bar.forecast)));
  const highest = axis.at(-1)! || 1;
  const y = (value: number) => plot.top + (plot.height - plot.top - plot.bottom) * (1 - value / highest);
  const slot = (plot.width - plot.left) / bars.length;
  return (
    <svg
      className="trend"
      viewBox={`0 0 ${plot.width} ${plot.height}`}
      role="img"
      aria-label="收入趋势柱状图，数据见「查看数据」"
    >
      {axis.map((value) => (
        <g key={value}>
          <line className="trend-line" x1={plot.left} x2={plot.width} y1={y(value)} y2={y(value)} />
          {!narrow && (
            <text className="trend-axis" x={plot.left - 12} y={y(value) + 4} textAnchor="end">
              {shortAmountText(value)}
            </text>
          )}
        </g>
      ))}
      {bars.map((bar, index) => (
        <Bar
          key={bar.from}
          bar={bar}
          left={plot.left + slot * index}
          slot={slot}
          y={y}
          lit={bar.from === lit.from}
          labelAt={narrow && index > 0 && index < bars.length - 1 ? null : plot.height - 8}
          anchor={narrow ? (index === 0 ? "start" : "end") : "middle"}
          onHover={setHovered}
        />
      ))}
    </svg>
  );
}

type BarProps = {
  bar: TrendBar;
  left: number;
  slot: number;
  y: (value: number) => number;
  lit: boolean;
  labelAt: number | null;
  anchor: "start" | "middle" | "end";
  onHover: (bar: TrendBar | null) => void;
};

function Bar({ bar, left, slot, y, lit, labelAt, anchor, onHover }: BarProps) {
  const width = Math.min(WIDEST_BAR, slot * 0.55);
  const x = left + (slot - width) / 2;
  const middle = left + slot / 2;
  const full = bar.value + bar.forecast;
  return (
    <g onPointerEnter={() => onHover(bar)} onPointerLeave={() => onHover(null)}>
      <rect x={left} y={0} width={slot} height={y(0)} fill="transparent" />
      {bar.value > 0 && (
        <rect
          className={lit ? "trend-bar trend-lit" : "trend-bar"}
          x={x}
          y={y(bar.value)}
          width={width}
          height={y(0) - y(bar.value)}
          rx="3"
        />
      )}
      {bar.forecast > 0 && (
        <rect className="trend-forecast" x={x} y={y(full)} width={width} height={y(bar.value) - y(full)} rx="3" />
      )}
      {lit && (
        <text className="trend-value" x={middle} y={y(full) - 6} textAnchor="middle">
          {shortAmountText(bar.value || bar.forecast)}
        </text>
      )}
      {labelAt !== null && (
        <text
          className={lit ? "trend-axis trend-axis-lit" : "trend-axis"}
          x={anchor === "middle" ? middle : anchor === "start" ? x : x + width}
          y={labelAt}
          textAnchor={anchor}
        >
          {bar.label}
        </text>
      )}
    </g>
  );
}
