import { expect, test } from "vitest";
import { monthOf, shiftMonth, weeksOf } from "./calendar-grid.ts";

test("a month is whole weeks from Monday, with its neighbours' days to fill them", () => {
  const weeks = weeksOf({ year: 2026, month: 11 }, []);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks[0]!.map((cell) => cell.number)).toEqual([26, 27, 28, 29, 30, 31, 1]);
  expect(weeks.at(-1)!.map((cell) => cell.inMonth)).toEqual([true, false, false, false, false, false, false]);
  expect(weeksOf({ year: 2027, month: 2 }, [])).toHaveLength(4);
});

test("months turn over the year both ways", () => {
  expect(shiftMonth({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 });
  expect(shiftMonth({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 });
  expect(monthOf("2026-11-15")).toEqual({ year: 2026, month: 11 });
});
