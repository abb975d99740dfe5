import { BANK_CALENDARS, isBankingDay, weekdayOf, type BankCalendarCode } from "../calendar/bank-holidays.ts";
import { addDays, firstDay } from "../calendar/days.ts";
import { toShanghaiTime } from "../calendar/shanghai-time.ts";
import { bankRoute, EURO_COUNTRIES, type BankRouteKey } from "../beneficiaries/bank-routes.ts";
import type { Currency } from "../money/currencies.ts";
import { moneyOf, type Money } from "../money/money.ts";
import { roundFigure } from "../money/round-figures.ts";
import type { PayoutKind } from "./payouts.ts";

/** The banks behind the ways: each is a rail of its own. */
export const PAYOUT_BANKS = {
  citic: { label: "中信银行" },
  clearing: { label: "本地清算行" },
  swift: { label: "SWIFT 代理行" },
  mybank: { label: "网商银行" },
} as const satisfies Record<string, { label: string }>;
export type PayoutBankKey = keyof typeof PAYOUT_BANKS;
export const PAYOUT_BANK_KEYS = Object.keys(PAYOUT_BANKS) as [PayoutBankKey, ...PayoutBankKey[]];

/** What two operators may set anew for a way. */
export type WayTerms = {
  /** What the wire costs on top, in whole dollars; other currencies by round figures. */
  wireDollars?: number;
  /** What banks on the way take from what arrives, as a rule. */
  enRouteDollars?: number;
  /** Beijing time; later ones count as of the next banking day of both ends. */
  cutOff: string;
  /** Banking days at both ends until it is there, at the earliest and at the latest. */
  days: readonly [number, number];
  by: string;
};
export type PayoutWay = WayTerms & {
  label: string;
  note: string;
  bank: PayoutBankKey;
  kinds: readonly PayoutKind[];
  /** By the country's own clearing, or from bank to bank. */
  route: "local" | "swift";
  countries: readonly string[] | "*";
  currencies: readonly Currency[] | "*";
  /** Only by its own calls: it has to be bound first. */
  apart?: true;
  /** Only money of these platforms; absent: of any. */
  platforms?: readonly string[];
  home: BankCalendarCode;
};

const ALL_KINDS = ["withdrawal", "supplier", "service", "seller"] as const;

/** Every way out. A further bank is a row here, and a rail. */
export const PAYOUT_WAYS = {
  citic: {
    label: "中信银行结汇",
    note: "Amazon 收款经中信银行结汇，人民币直达",
    bank: "citic",
    kinds: ["withdrawal"],
    route: "local",
    countries: ["CN"],
    currencies: ["CNY"],
    platforms: ["AMAZON"],
    cutOff: "15:30",
    days: [0, 0],
    by: "18:00",
    home: "CN",
  },
  mybank: {
    label: "网商银行",
    note: "先绑定网商银行，截止时间前提交当日到账",
    bank: "mybank",
    apart: true,
    kinds: ["withdrawal"],
    route: "local",
    countries: ["CN"],
    currencies: ["CNY"],
    cutOff: "20:00",
    days: [0, 0],
    by: "22:00",
    home: "CN",
  },
  local: {
    label: "本地清算",
    note: "合作银行在当地付款，没有中转行扣费",
    bank: "clearing",
    kinds: ALL_KINDS,
    route: "local",
    countries: "*",
    currencies: "*",
    cutOff: "15:00",
    days: [1, 1],
    by: "18:00",
    home: "HK",
  },
  swiftShared: {
    label: "SWIFT 费用共担",
    note: "中转行可能扣费，到账金额以收款行为准",
    bank: "swift",
    kinds: ALL_KINDS,
    route: "swift",
    countries: "*",
    currencies: "*",
    wireDollars: 15,
    enRouteDollars: 20,
    cutOff: "14:00",
    days: [2, 4],
    by: "18:00",
    home: "HK",
  },
  swiftOurs: {
    label: "SWIFT 全额到账",
    note: "途中费用由您承担，收款人收到整数",
    bank: "swift",
    kinds: ALL_KINDS,
    route: "swift",
    countries: "*",
    currencies: "*",
    wireDollars: 35,
    cutOff: "14:00",
    days: [2, 4],
    by: "18:00",
    home: "HK",
  },
} as const satisfies Record<string, PayoutWay>;
export type PayoutWayKey = keyof typeof PAYOUT_WAYS;
export const PAYOUT_WAY_KEYS = Object.keys(PAYOUT_WAYS) as [PayoutWayKey, ...PayoutWayKey[]];
export const payoutWay = (key: PayoutWayKey): PayoutWay => PAYOUT_WAYS[key];

export type WaysTerms = Record<PayoutWayKey, WayTerms>;
/** The product's own. */
export const OWN_WAYS = Object.fromEntries(
  PAYOUT_WAY_KEYS.map((key): [PayoutWayKey, WayTerms] => {
    const { wireDollars, enRouteDollars, cutOff, days, by } = payoutWay(key);
    return [
      key,
      {
        ...(wireDollars !== undefined && { wireDollars }),
        ...(enRouteDollars !== undefined && { enRouteDollars }),
        cutOff,
        days,
        by,
      },
    ];
  }),
) as WaysTerms;
/** 「当日 18:00 前」「2–4 个银行工作日，18:00 前」 */
export const wayDaysText = ({ days: [from, until], by }: Pick<WayTerms, "days" | "by">): string =>
  until === 0 ? `当日 ${by} 前` : `${from === until ? from : `${from}–${until}`} 个银行工作日，${by} 前`;
/** What stands against such terms; undefined: nothing. */
export function wayProblem({ cutOff, days: [from, until], by }: WayTerms): string | undefined {
  if (from > until) return "最早到账不能晚于最晚到账";
  if (until === 0 && by <= cutOff) return "当日到账的时刻须晚于截止时间";
  return undefined;
}

/** Whether money of that platform may be taken by that way. */
export const takesFrom = (way: PayoutWayKey, platform: string | null): boolean => {
  const { platforms } = payoutWay(way);
  return platforms === undefined || (platform !== null && platforms.includes(platform));
};
/** Platforms whose money some way reserves for itself: it may not be mixed with money of others. */
const RESERVED_PLATFORMS: readonly string[] = PAYOUT_WAY_KEYS.flatMap((key) => payoutWay(key).platforms ?? []);
/** Whether money of a platform, or of none, may get onto an account: a reserved one takes its own platform's only. */
export const mayEnter = (accountPlatform: string, from: string | null): boolean =>
  accountPlatform === from || !RESERVED_PLATFORMS.includes(accountPlatform);

export type WayTarget = { kind: PayoutKind; route: BankRouteKey; country: string; currency: Currency };
/** The ways on which such an account can be paid. */
export const waysTo = ({ kind, route, country, currency }: WayTarget): PayoutWayKey[] =>
  PAYOUT_WAY_KEYS.filter((key) => {
    const way = payoutWay(key);
    return (
      way.kinds.includes(kind) &&
      way.route === bankRoute(route).way &&
      (way.countries === "*" || way.countries.includes(country)) &&
      (way.currencies === "*" || way.currencies.includes(currency))
    );
  });

/** What the wire costs on top of the price list. */
export function wireFee(
  ways: WaysTerms,
  key: PayoutWayKey,
  currency: Currency,
): { label: string; amount: Money } | undefined {
  const { wireDollars } = ways[key];
  if (!wireDollars) return undefined;
  return { label: `${payoutWay(key).label}电报费`, amount: roundFigure(wireDollars, currency) };
}
/** What will probably be missing when it arrives. */
export const enRouteFee = (ways: WaysTerms, key: PayoutWayKey, currency: Currency): Money =>
  roundFigure(ways[key].enRouteDollars ?? 0, currency);
export const noMoney = <C extends Currency>(currency: C): Money<C> => moneyOf(currency, 0n);

const calendarOf = (country: string): BankCalendarCode | undefined => {
  if (Object.hasOwn(BANK_CALENDARS, country)) return country as BankCalendarCode;
  return EURO_COUNTRIES.includes(country) ? "EU" : undefined;
};
const nextDay = (day: string): string => addDays(day, 1);

/** Banks work at both ends; where a country's holidays are not known, its weekends are. */
function worksOn(home: BankCalendarCode, country: string, day: string): boolean {
  const there = calendarOf(country);
  return isBankingDay(home, day) && (there === undefined ? weekdayOf(day) <= 5 : isBankingDay(there, day));
}

export type Arrival = { valueDay: string; from: string; until: string; by: string };
/** When it is there if it is submitted at that moment: cut-off, both ends' holidays, then the days the way takes. */
export function arrivalOf(ways: WaysTerms, key: PayoutWayKey, country: string, at: Date): Arrival {
  const { cutOff, days, by } = ways[key];
  const { home } = payoutWay(key);
  const [today, time] = toShanghaiTime(at).split(" ") as [string, string];
  const first = (from: string): string => firstDay(from, (day) => worksOn(home, country, day));
  const after = (from: string, count: number): string =>
    Array.from({ length: count }).reduce<string>((day) => first(nextDay(day)), from);
  const valueDay = first(time.slice(0, 5) <= cutOff ? today : nextDay(today));
  return { valueDay, from: after(valueDay, days[0]), until: after(valueDay, days[1]), by };
}

const WEEKDAYS = "一二三四五六日";
const dayText = (day: string): string => `${day.slice(5)}（周${WEEKDAYS[weekdayOf(day) - 1]}）`;
/** 「今天（周五）18:00 前」「11-17（周二）至 11-19（周四）」; without a now by the day alone, for whoever reads it later. */
export function arrivalText({ from, until, by }: Arrival, now?: Date): string {
  if (from !== until) return `${dayText(from)}至 ${dayText(until)}`;
  const isToday = now !== undefined && toShanghaiTime(now).startsWith(from);
  return `${isToday ? dayText(from).replace(/^[\d-]+/, "今天") : dayText(from)}${by} 前`;
}
