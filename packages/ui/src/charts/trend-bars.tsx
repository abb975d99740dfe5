import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { type as scale } from "../theme.ts";
import { useNarrow } from "../use-media-query.ts";
import { shortAmountText } from "../values/money-text.ts";
import type { TrendPoint } from "./trend-chart.tsx";

const label = { fill: "var(--text-3)", fontSize: scale.caption[0] };

type BarShape = { x: number; y: number; width: number; height: number; payload?: TrendPoint; isActive?: boolean };

/** All bars quiet; the current and the hovered one in ink; one that is not over yet dashed. */
function shape({ x, y, width, height, payload, isActive }: BarShape) {
  const strong = isActive || payload?.current;
  return (
    <g>
      <path
        d={`M${x} ${y + height}V${y + 3}q0-3 3-3h${Math.max(0, width - 6)}q3 0 3 3V${y + height}Z`}
        fill={strong ? "var(--chart-1)" : "var(--chart-rest)"}
        fillOpacity={payload?.open && !strong ? 0.5 : 1}
        stroke={payload?.open ? "var(--line-control)" : "none"}
        strokeDasharray="3 3"
      />
      {payload?.current && (
        <text
          x={x + width / 2}
          y={y - 8}
          textAnchor="middle"
          fill="var(--text)"
          fontSize={scale.caption[0]}
          fontWeight={500}
        >
          {shortAmountText(payload.value)}
        </text>
      )}
    </g>
  );
}

export function TrendBars({ points }: { points: readonly TrendPoint[] }) {
  const narrow = useNarrow();
  return (
    <ResponsiveContainer width="100%" height={narrow ? 160 : 216}>
      <BarChart
        data={[...points]}
        margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
        barCategoryGap="24%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          axisLine={false}
          tickLine={false}
          tick={label}
          interval={narrow ? "preserveStartEnd" : 0}
        />
        <YAxis
          hide={narrow}
          axisLine={false}
          tickLine={false}
          tick={label}
          width={48}
          tickCount={4}
          tickFormatter={shortAmountText}
        />
        <Tooltip
          cursor={false}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as TrendPoint | undefined;
            return active && point ? (
              <div className="trend-tip">
                {point.label}
                <b>{point.text}</b>
              </div>
            ) : null;
          }}
        />
        <Bar dataKey="value" isAnimationActive={false} shape={shape} activeBar={shape} />
      </BarChart>
    </ResponsiveContainer>
  );
}
