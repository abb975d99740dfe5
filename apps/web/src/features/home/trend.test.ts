import { expect, test } from "vitest";
import { axisOf, latestChange, toBars } from "./trend.ts";

const week = (from: string, to: string, minor: bigint) => ({
  from,
  to,
  income: { currency: "CNY", minor } as const,
  forecast: { currency: "CNY", minor: 0n } as const,
});

test("the change compares the running week with the one before", () => {
  const bars = toBars(
    [
      week("2026-10-26", "2026-11-01", 100_00n),
      week("2026-11-02", "2026-11-08", 120_00n),
      week("2026-11-09", "2026-11-15", 5_00n),
    ],
    "weeks",
  );
  expect(latestChange(bars, "2026-11-08")).toMatchObject({ bar: { label: "11-02", value: 120 }, change: "+20.0%" });
  expect(latestChange(bars, "2026-11-15")).toMatchObject({ bar: { label: "11-09", value: 5 } });
  expect(latestChange(bars.slice(1), "2026-11-08")).toMatchObject({ change: null });
  expect(latestChange([], "2026-11-15")).toBeNull();
});

test("the axis ends at a round number that holds the largest bar", () => {
  expect(axisOf(526_820)).toEqual([0, 200_000, 400_000, 600_000]);
  expect(axisOf(280_000)).toEqual([0, 200_000, 400_000]);
  expect(axisOf(0)).toEqual([0]);
  for (const largest of [1, 7, 99, 101, 12_345, 999_999]) {
    const axis = axisOf(largest);
    expect(axis.at(-1)!).toBeGreaterThanOrEqual(largest);
    expect(axis.length).toBeLessThanOrEqual(5);
  }
});
