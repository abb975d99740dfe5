import { Refusal, type Todo } from "@coralhub/contract";
import {
  BANK_CALENDARS,
  bankHoliday,
  CALENDAR_HORIZON,
  CURRENCIES,
  isBankingDay,
  isPayoutDay,
  PAYOUT_DAYS,
  shoppingFestivals,
  toShanghaiDay,
  weekdayOf,
  type BankCalendarCode,
} from "@coralhub/domain";
import { Solar } from "lunar-typescript";
import type { OwnDay } from "../../platform/capability.ts";

export type DayEvent = {
  kind: "festival" | "bankHoliday" | "payout" | "deadline" | "own";
  title: string;
  body: string | null;
  of: string | null;
};
export type DatedEvent = DayEvent & { date: string };

const UPCOMING = 6;
const FESTIVAL_DAYS = 60;
const CALENDARS = Object.keys(BANK_CALENDARS) as BankCalendarCode[];

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

const isKnown = (day: string) => day >= CALENDAR_HORIZON.from && day <= CALENDAR_HORIZON.to;

function lunarOf(day: string) {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return Solar.fromYmd(year, month, date).getLunar();
}

/** What a wall calendar prints under the number: a festival or solar term, the month on its first day, else the day. */
function lunarText(day: string): string {
  const lunar = lunarOf(day);
  const festival = lunar.getFestivals()[0] ?? (lunar.getJieQi() || undefined);
  return festival ?? (lunar.getDay() === 1 ? `${lunar.getMonthInChinese()}月` : lunar.getDayInChinese());
}

/** What a day is for everybody: worked out once for each day, which is most of what a month costs. */
type CommonDay = {
  lunar: string;
  festivals: readonly DayEvent[];
  holidays: readonly DayEvent[];
  payouts: readonly DayEvent[];
};
const known = new Map<string, CommonDay>();
function commonDay(day: string): CommonDay {
  const before = known.get(day);
  if (before) return before;
  const common = {
    lunar: lunarText(day),
    festivals: festivalEvents(day),
    holidays: holidayEvents(day),
    payouts: payoutEvents(day),
  };
  // The horizon of the holidays bounds them: a few years of days.
  known.set(day, common);
  return common;
}

const festivalEvents = (day: string): DayEvent[] =>
  [...new Set([...lunarOf(day).getFestivals(), ...shoppingFestivals(day)])].map((title) => ({
    kind: "festival",
    title,
    body: null,
    of: null,
  }));

/** A holiday matters where a bank would otherwise have worked. */
const holidayEvents = (day: string): DayEvent[] =>
  CALENDARS.flatMap((code) => {
    const name = bankHoliday(code, day);
    if (!name || weekdayOf(day) > 5) return [];
    const { label, currency } = BANK_CALENDARS[code];
    const body = `${CURRENCIES[currency].name}顺延到下一个工作日到账`;
    return [{ kind: "bankHoliday" as const, title: `${label}${name}休市`, body, of: code }];
  });

const payoutEvents = (day: string): DayEvent[] =>
  PAYOUT_DAYS.filter(({ rule }) => isPayoutDay(rule, day)).map(({ platform, label }) => ({
    kind: "payout",
    title: `${label} 打款日`,
    body: null,
    of: platform,
  }));

const deadlineEvents = (day: string, todos: readonly Todo[]): DayEvent[] =>
  todos
    .filter(({ dueAt }) => dueAt && toShanghaiDay(dueAt) === day)
    .map(({ title }) => ({ kind: "deadline", title: `${title}，当天截止`, body: null, of: null }));

/** What is the merchant's alone: what must be done, and money of theirs that is due. */
type Own = { todos: readonly Todo[]; days: readonly OwnDay[] };
const ownEvents = (day: string, days: readonly OwnDay[]): DayEvent[] =>
  days.filter(({ date }) => date === day).map(({ title, body }) => ({ kind: "own", title, body, of: null }));

const eventsOn = (day: string, { todos, days }: Own): DayEvent[] => [
  ...deadlineEvents(day, todos),
  ...ownEvents(day, days),
  ...commonDay(day).holidays,
  ...commonDay(day).payouts,
  ...commonDay(day).festivals,
];

/** One month, and what comes next from today on. Beyond the horizon nobody knows the holidays, so nothing is claimed. */
export function calendarMonth(year: number, month: number, today: string, own: Own) {
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  if (!isKnown(first)) throw new Refusal("calendar.beyond_horizon", CALENDAR_HORIZON);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length }, (_, i) => addDays(first, i)).map((date) => ({
    date,
    weekday: weekdayOf(date),
    lunar: commonDay(date).lunar,
    workday: isBankingDay("CN", date),
    events: eventsOn(date, own),
  }));
  const upcoming = datedEvents(today, 30, (day) => eventsOn(day, own)).filter(({ kind }) => kind !== "festival");
  return { year, month, days, upcoming: upcoming.slice(0, UPCOMING) };
}

/** Festivals and bank holidays of the coming weeks. */
export const comingFestivals = (today: string) =>
  datedEvents(today, FESTIVAL_DAYS, (day) => [...commonDay(day).festivals, ...commonDay(day).holidays]).map(
    (event) => ({
      ...event,
      daysAway: (Date.parse(event.date) - Date.parse(today)) / 86_400_000,
    }),
  );

const datedEvents = (from: string, count: number, events: (day: string) => DayEvent[]): DatedEvent[] =>
  Array.from({ length: count }, (_, i) => addDays(from, i))
    .filter(isKnown)
    .flatMap((date) => events(date).map((event) => ({ ...event, date })));
