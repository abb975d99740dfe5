import { Decimal } from "decimal.js";
import { CURRENCIES, type Currency } from "./currencies.ts";
import type { Money } from "./money.ts";

/** Own settings: 40 digits hold any amount times any rate exactly enough to round once, at the end. */
const Exact = Decimal.clone({ precision: 60, toExpNeg: -30, toExpPos: 40 });

/** How a fraction of the smallest unit is decided. Named at every conversion: there is no silent default. */
export const ROUNDING_MODES = {
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
  ceiling: Decimal.ROUND_CEIL,
  floor: Decimal.ROUND_FLOOR,
  halfUp: Decimal.ROUND_HALF_UP,
  halfEven: Decimal.ROUND_HALF_EVEN,
} as const;
export type RoundingMode = keyof typeof ROUNDING_MODES;

/** A rate as decimal text, so that it travels and is stored exactly: "7.1234". */
export type Rate = string;

const RATE_TEXT = /^\d{1,12}(\.\d{1,18})?$/;
const decimalOf = (rate: Rate): Decimal => {
  const value = RATE_TEXT.test(rate) ? new Exact(rate) : undefined;
  if (!value?.isPositive() || value.isZero()) throw new RangeError(`not a rate: ${rate}`);
  return value;
};

/** Minor units of `to` before rounding. */
const exactly = (amount: Money, to: Currency, rate: Rate): Decimal =>
  new Exact(amount.minor.toString())
    .times(decimalOf(rate))
    .times(new Exact(10).pow(CURRENCIES[to].digits - CURRENCIES[amount.currency].digits));

const rounded = (value: Decimal, mode: RoundingMode): bigint =>
  BigInt(value.toDecimalPlaces(0, ROUNDING_MODES[mode]).toFixed(0));

/** `rate` is units of `to` for one unit of the amount's currency. */
export const convertMoney = <C extends Currency>(amount: Money, to: C, rate: Rate, mode: RoundingMode): Money<C> => ({
  currency: to,
  minor: rounded(exactly(amount, to, rate), mode),
});

/** What an amount is worth less at the lower rate than at the higher one, rounded down. */
export const convertDifference = <C extends Currency>(amount: Money, to: C, higher: Rate, lower: Rate): Money<C> => ({
  currency: to,
  minor: rounded(exactly(amount, to, higher).minus(exactly(amount, to, lower)), "floor"),
});

/** What has to be paid so that the conversion gives this much: the inverse, rounded as named. */
export const convertBack = <C extends Currency>(wanted: Money, from: C, rate: Rate, mode: RoundingMode): Money<C> => ({
  currency: from,
  minor: rounded(
    new Exact(wanted.minor.toString())
      .times(new Exact(10).pow(CURRENCIES[from].digits - CURRENCIES[wanted.currency].digits))
      .dividedBy(decimalOf(rate)),
    mode,
  ),
});

/** A share of an amount in basis points (1/10,000), which may have decimals themselves: "12.5". */
export const shareOf = <C extends Currency>(amount: Money<C>, basisPoints: Rate, mode: RoundingMode): Money<C> => ({
  currency: amount.currency,
  minor: rounded(new Exact(amount.minor.toString()).times(new Exact(basisPoints)).dividedBy(10_000), mode),
});

/** Rates we make ourselves have this many significant digits: enough for VND to GBP as for GBP to VND. */
const RATE_DIGITS = 10;

/** The rate with a markup taken off: mid 7.10 with 50 basis points gives 7.0645. */
export const lessBasisPoints = (mid: Rate, basisPoints: Rate): Rate =>
  decimalOf(mid)
    .times(new Exact(10_000).minus(new Exact(basisPoints)))
    .dividedBy(10_000)
    .toSignificantDigits(RATE_DIGITS, Decimal.ROUND_DOWN)
    .toFixed();

/** Negative, zero or positive, as `Array.prototype.sort` wants it. */
export const compareRates = (a: Rate, b: Rate): number => decimalOf(a).comparedTo(decimalOf(b));

/** What one unit of what was sold brought on average. */
export const averageRate = (sold: Money, bought: Money): Rate =>
  new Exact(bought.minor.toString())
    .times(new Exact(10).pow(CURRENCIES[sold.currency].digits - CURRENCIES[bought.currency].digits))
    .dividedBy(new Exact(sold.minor.toString()))
    .toSignificantDigits(RATE_DIGITS, Decimal.ROUND_HALF_EVEN)
    .toFixed();

/** The rate from one currency to another through a common base: both are units per one unit of the base. */
export const crossRate = (basePerFrom: Rate, basePerTo: Rate): Rate =>
  decimalOf(basePerTo)
    .dividedBy(decimalOf(basePerFrom))
    .toSignificantDigits(RATE_DIGITS, Decimal.ROUND_HALF_EVEN)
    .toFixed();

/** All rates of one moment, as units for one dollar. What its source does not know is absent. */
export type RateBoard = { perDollar: Readonly<Partial<Record<Currency, Rate>>>; at: Date; source: string };

/** The middle rate of a pair on a board; undefined where one side is not on it. */
export function midOn({ perDollar }: RateBoard, from: Currency, to: Currency): Rate | undefined {
  const [sold, bought] = [perDollar[from], perDollar[to]];
  return sold === undefined || bought === undefined ? undefined : crossRate(sold, bought);
}
