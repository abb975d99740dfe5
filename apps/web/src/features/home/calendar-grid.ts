import type { CalendarMonth, Month } from "./home-queries.ts";

const DAY_MS = 86_400_000;

export const monthOf = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });

export function shiftMonth({ year, month }: Month, by: number): Month {
  const months = year * 12 + (month - 1) + by;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}

export type Cell = { date: string; number: number; inMonth: boolean; day: CalendarMonth["days"][number] | undefined };

/** Whole weeks from Monday that cover the month; days of its neighbours are there to fill the row. */
export function weeksOf({ year, month }: Month, days: CalendarMonth["days"]): Cell[][] {
  const first = Date.UTC(year, month - 1, 1);
  const last = Date.UTC(year, month, 0);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const byDate = new Map(days.map((day) => [day.date, day]));
  const weeks: Cell[][] = [];
  for (let monday = start; monday <= last; monday += 7 * DAY_MS) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const at = new Date(monday + index * DAY_MS);
        const date = at.toISOString().slice(0, 10);
        const inMonth = at.getUTCMonth() === month - 1;
        return { date, number: at.getUTCDate(), inMonth, day: inMonth ? byDate.get(date) : undefined };
      }),
    );
  }
  return weeks;
}
