import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { type as scale } from "../theme.ts";
import { useNarrow } from "../use-media-query.ts";
import type { RateChartProps, RateChartPoint } from "./rate-chart.tsx";

const EDGE = 0.15;
const label = { fill: "var(--text-3)", fontSize: scale.caption[0] };

/** A mark stands above or below its point; beside it where half of the words would be outside the drawing. */
function sideOf(points: readonly RateChartPoint[], point: RateChartPoint): "left" | "right" | undefined {
  const share = points.indexOf(point) / Math.max(1, points.length - 1);
  return share < EDGE ? "right" : share > 1 - EDGE ? "left" : undefined;
}

/** One line in ink; only what concerns its reader is marked: the highest, the lowest, own trades, an own order. */
export function RateLine({ points, line, trades = [] }: Pick<RateChartProps, "points" | "line" | "trades">) {
  const narrow = useNarrow();
  const highest = points.reduce((a, b) => (b.value > a.value ? b : a));
  const lowest = points.reduce((a, b) => (b.value < a.value ? b : a));
  const mark = (point: RateChartPoint, words: string, position: "top" | "bottom") => (
    <ReferenceDot
      x={point.key}
      y={point.value}
      r={0}
      label={{ ...label, value: `${words} ${point.text}`, position: sideOf(points, point) ?? position }}
      ifOverflow="visible"
    />
  );
  return (
    <ResponsiveContainer width="100%" height={narrow ? 200 : 256}>
      <LineChart data={[...points]} margin={{ top: 24, right: 8, bottom: 0, left: 8 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="key"
          axisLine={false}
          tickLine={false}
          tick={label}
          interval="preserveStartEnd"
          minTickGap={56}
          tickFormatter={(key: string) => points.find((point) => point.key === key)?.label ?? ""}
        />
        <YAxis
          orientation="right"
          domain={["auto", "auto"]}
          axisLine={false}
          tickLine={false}
          tick={label}
          width={narrow ? 48 : 64}
          tickCount={5}
        />
        <Tooltip
          cursor={{ stroke: "var(--line-2)" }}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as RateChartPoint | undefined;
            return active && point ? (
              <div className="trend-tip">
                {point.label}
                <b>{point.text}</b>
              </div>
            ) : null;
          }}
        />
        {line && (
          <ReferenceLine
            y={line.value}
            stroke="var(--chart-2)"
            strokeDasharray="4 4"
            ifOverflow="extendDomain"
            label={{ ...label, value: line.label, position: "insideTopLeft" }}
          />
        )}
        <Line dataKey="value" stroke="var(--chart-1)" strokeWidth={1.75} dot={false} isAnimationActive={false} />
        {mark(highest, "最高", "top")}
        {mark(lowest, "最低", "bottom")}
        {trades.map(({ key, value }) => (
          <ReferenceDot key={`${key} ${value}`} x={key} y={value} r={4} fill="var(--panel)" stroke="var(--chart-1)" />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
