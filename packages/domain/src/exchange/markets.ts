import { bankHoliday, weekdayOf, type BankCalendarCode } from "../calendar/bank-holidays.ts";
import { startOfShanghaiDay, toShanghaiDay } from "../calendar/shanghai-time.ts";
import type { Currency } from "../money/currencies.ts";

/** Open from one time of a weekday to another (Beijing; 1 Monday … 7 Sunday; 「24:00」 is the end of the day). */
export type MarketWindow = Readonly<{ weekday: number; from: string; to: string }>;

const week = (weekdays: readonly number[], from: string, to: string): MarketWindow[] =>
  weekdays.map((weekday) => ({ weekday, from, to }));

/** Where a pair is traded, and when: until an operator sets other hours. */
export const FX_MARKETS = {
  onshore: { label: "境内外汇市场", holidays: "CN", hours: week([1, 2, 3, 4, 5], "09:30", "23:30") },
  global: {
    label: "国际外汇市场",
    holidays: null,
    hours: [...week([1], "05:00", "24:00"), ...week([2, 3, 4, 5], "00:00", "24:00"), ...week([6], "00:00", "05:00")],
  },
} as const satisfies Record<
  string,
  { label: string; holidays: BankCalendarCode | null; hours: readonly MarketWindow[] }
>;
export type FxMarket = keyof typeof FX_MARKETS;
export const FX_MARKET_NAMES = Object.keys(FX_MARKETS) as [FxMarket, ...FxMarket[]];

/** Every hour of every day: what the sandbox and its tests set. */
export const ALWAYS_OPEN: readonly MarketWindow[] = week([1, 2, 3, 4, 5, 6, 7], "00:00", "24:00");

/** Yuan is traded at home, everything else everywhere. */
export const marketOf = (sell: Currency, buy: Currency): FxMarket =>
  sell === "CNY" || buy === "CNY" ? "onshore" : "global";

export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Looked ahead so far; a holiday week and its weekends fit well within. */
const HORIZON_DAYS = 21;
const WEEK_MS = 7 * DAY_MS;

export type MarketStanding =
  /** Null: not within a week. */
  | { isOpen: true; closesAt: Date | null }
  /** Null: not within the days that are known. */
  | { isOpen: false; opensAt: Date | null };

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether a market is open at this moment, and when that changes. */
export function marketStanding(
  { holidays, hours }: { holidays: BankCalendarCode | null; hours: readonly MarketWindow[] },
  now: Date,
): MarketStanding {
  const stretches: { from: number; to: number }[] = [];
  // Yesterday too: what is open over midnight began then.
  for (let ahead = -1; ahead <= HORIZON_DAYS; ahead += 1) {
    const day = toShanghaiDay(new Date(now.getTime() + ahead * DAY_MS));
    if (holidays && bankHoliday(holidays, day)) continue;
    const start = startOfShanghaiDay(day).getTime();
    for (const window of hours.filter(({ weekday }) => weekday === weekdayOf(day))) {
      const from = start + minutesOf(window.from) * MINUTE_MS;
      const to = start + minutesOf(window.to) * MINUTE_MS;
      const last = stretches.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else stretches.push({ from, to });
    }
  }
  const next = stretches.find(({ to }) => to > now.getTime());
  if (!next) return { isOpen: false, opensAt: null };
  if (next.from > now.getTime()) return { isOpen: false, opensAt: new Date(next.from) };
  return { isOpen: true, closesAt: next.to - now.getTime() > WEEK_MS ? null : new Date(next.to) };
}
