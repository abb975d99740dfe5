import type { Home } from "./home-queries.ts";

type Period = Home["trend"]["weeks"][number];
export type TrendBar = {
  label: string;
  from: string;
  to: string;
  /** CNY, for the height of the bar only; the exact amount is shown from `period`. */
  value: number;
  forecast: number;
  period: Period;
};

const toNumber = (minor: bigint): number => Number(minor) / 100;

export const toBars = (periods: Period[], by: "weeks" | "months"): TrendBar[] =>
  periods.map((period) => ({
    label: by === "weeks" ? period.from.slice(5) : period.from.slice(0, 7),
    from: period.from,
    to: period.to,
    value: toNumber(period.income.minor),
    forecast: toNumber(period.forecast.minor),
    period,
  }));

/** The last period that is over, and how it compares with the one before: 「+20.0%」, or nothing to compare with. */
export function latestChange(bars: TrendBar[], today: string): { bar: TrendBar; change: string | null } | null {
  const index = bars.findLastIndex((bar) => bar.from <= today);
  const bar = bars[index] ?? bars.at(-1);
  if (!bar) return null;
  const before = bars[index - 1]?.value ?? 0;
  if (before === 0) return { bar, change: null };
  const percent = ((bar.value - before) / before) * 100;
  return { bar, change: `${percent < 0 ? "\u2212" : "+"}${Math.abs(percent).toFixed(1)}%` };
}

/** The amount is written above its bar: the highest line must not run through it. */
const ROOM_ABOVE = 1.08;

/** A round number above the largest bar, and the lines between. */
export function axisOf(largest: number): number[] {
  if (largest <= 0) return [0];
  const needed = largest * ROOM_ABOVE;
  const power = 10 ** Math.floor(Math.log10(needed / 3));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size * 3 >= needed) ?? 10 * power;
  const lines = Math.ceil(needed / step);
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}
