import type { BankCalendarCode } from "../calendar/bank-holidays.ts";
import type { Currency } from "../money/currencies.ts";
import { parseMoney, type Money } from "../money/money.ts";
import type { AnnualRate } from "./interest.ts";

/** Currencies a fixed deposit can be placed in, and the bank calendar their dates keep. */
export const DEPOSIT_CURRENCIES = {
  USD: { calendar: "US" },
  EUR: { calendar: "EU" },
  JPY: { calendar: "JP" },
  GBP: { calendar: "GB" },
  HKD: { calendar: "HK" },
  SGD: { calendar: "SG" },
  AUD: { calendar: "AU" },
  CAD: { calendar: "CA" },
} as const satisfies Partial<Record<Currency, { calendar: BankCalendarCode }>>;
export type DepositCurrency = keyof typeof DEPOSIT_CURRENCIES;
export const DEPOSIT_CURRENCY_CODES = Object.keys(DEPOSIT_CURRENCIES) as [DepositCurrency, ...DepositCurrency[]];

export const DEPOSIT_TERM_MONTHS = [1, 3, 6, 9, 12] as const;
export type DepositTerm = (typeof DEPOSIT_TERM_MONTHS)[number];

/** The days a year counts: act/360 or act/365. */
export const YEAR_DAYS = [360, 365] as const;
export type YearDays = (typeof YEAR_DAYS)[number];
/**
 * The smallest and largest deposit of a currency and the days a year counts, whatever the term: they hold for placements that
 * begin on their day or later, until newer ones do.
 */
export type DepositTerms = {
  currency: DepositCurrency;
  from: string;
  yearDays: YearDays;
  minimum: Money<DepositCurrency>;
  maximum: Money<DepositCurrency>;
};

/** What stands against such terms; undefined: nothing. */
export const termsProblem = ({ minimum, maximum }: Pick<DepositTerms, "minimum" | "maximum">): string | undefined =>
  minimum.minor > maximum.minor ? "最少存入不能大于最多存入" : undefined;

/** A rate holds for placements that begin on its day or later, until a newer one does. */
export type DepositRate = {
  currency: DepositCurrency;
  termMonths: DepositTerm;
  from: string;
  rate: AnnualRate;
};

/** The partner's table the product begins with; what two operators agree on later replaces it row by row, from its day on. */
const BASE_FROM = "2026-01-01";
const BASE_RATES: Record<DepositCurrency, Record<DepositTerm, AnnualRate>> = {
  USD: { 1: "3.60", 3: "3.85", 6: "4.05", 9: "4.10", 12: "4.15" },
  EUR: { 1: "1.90", 3: "2.10", 6: "2.20", 9: "2.25", 12: "2.30" },
  JPY: { 1: "0.20", 3: "0.30", 6: "0.40", 9: "0.45", 12: "0.50" },
  GBP: { 1: "3.70", 3: "3.90", 6: "4.00", 9: "4.00", 12: "4.00" },
  HKD: { 1: "2.80", 3: "3.10", 6: "3.30", 9: "3.35", 12: "3.40" },
  SGD: { 1: "1.80", 3: "2.00", 6: "2.10", 9: "2.15", 12: "2.20" },
  AUD: { 1: "3.40", 3: "3.70", 6: "3.80", 9: "3.85", 12: "3.90" },
  CAD: { 1: "2.30", 3: "2.50", 6: "2.60", 9: "2.65", 12: "2.70" },
};
export const BASE_DEPOSIT_RATES: readonly DepositRate[] = DEPOSIT_CURRENCY_CODES.flatMap((currency) =>
  DEPOSIT_TERM_MONTHS.map((termMonths) => ({
    currency,
    termMonths,
    from: BASE_FROM,
    rate: BASE_RATES[currency][termMonths],
  })),
);

/** In whole units. */
const BASE_TERMS: Record<DepositCurrency, { yearDays: YearDays; minimum: number; maximum: number }> = {
  USD: { yearDays: 360, minimum: 1_000, maximum: 500_000 },
  EUR: { yearDays: 360, minimum: 1_000, maximum: 500_000 },
  JPY: { yearDays: 360, minimum: 150_000, maximum: 75_000_000 },
  GBP: { yearDays: 365, minimum: 1_000, maximum: 400_000 },
  HKD: { yearDays: 365, minimum: 8_000, maximum: 4_000_000 },
  SGD: { yearDays: 365, minimum: 1_500, maximum: 700_000 },
  AUD: { yearDays: 365, minimum: 1_500, maximum: 750_000 },
  CAD: { yearDays: 365, minimum: 1_500, maximum: 700_000 },
};
export const BASE_DEPOSIT_TERMS: readonly DepositTerms[] = DEPOSIT_CURRENCY_CODES.map((currency) => {
  const { yearDays, minimum, maximum } = BASE_TERMS[currency];
  const whole = (units: number) => parseMoney(String(units), currency);
  return { currency, from: BASE_FROM, yearDays, minimum: whole(minimum), maximum: whole(maximum) };
});

/** Of what has begun by a day, the newest. */
function newestOn<Row extends { from: string }>(rows: readonly Row[], day: string): Row | undefined {
  const begun = rows.filter(({ from }) => from <= day);
  return begun.reduce<Row | undefined>((best, row) => (best && best.from >= row.from ? best : row), undefined);
}

/** The rate that holds on a day. */
export function rateOn(
  rates: readonly DepositRate[],
  { currency, termMonths }: Pick<DepositRate, "currency" | "termMonths">,
  day: string,
): DepositRate {
  const own = rates.filter((row) => row.currency === currency && row.termMonths === termMonths);
  const newest = newestOn(own, day);
  if (!newest) throw new RangeError(`no rate for ${currency} over ${termMonths} months on ${day}`);
  return newest;
}

/** The smallest and largest deposit and the days of a year that hold on a day. */
export function termsOn(all: readonly DepositTerms[], currency: DepositCurrency, day: string): DepositTerms {
  const own = all.filter((row) => row.currency === currency);
  const newest = newestOn(own, day);
  if (!newest) throw new RangeError(`no terms for ${currency} on ${day}`);
  return newest;
}

/** What money taken out before its time earns instead, whatever the term was. */
export const EARLY_BREAK_RATE: AnnualRate = "0.50";
