import type { Currency } from "../money/currencies.ts";
import type { Money } from "../money/money.ts";

/** Per cent a year as decimal text: "4.05". Four decimals at most, so that a rate is an exact number of millionths. */
export type AnnualRate = string;

const RATE_TEXT = /^(\d{1,2})(?:\.(\d{1,4}))?$/;
const MILLIONTHS = 1_000_000n;

export const isAnnualRate = (text: string): boolean => RATE_TEXT.test(text);

/** "4.05" is 40,500 millionths. */
export function millionthsOf(rate: AnnualRate): bigint {
  const match = RATE_TEXT.exec(rate);
  if (!match) throw new RangeError(`not an annual rate: ${rate}`);
  return BigInt(match[1]! + (match[2] ?? "").padEnd(4, "0"));
}

/** Divides and rounds once, half to even: what lies exactly between two units goes to the even one. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice < divisor) return quotient;
  if (twice > divisor) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}

/** Simple interest for so many days of a year of 360 or 365, rounded once, half-even. */
export function simpleInterest<C extends Currency>(
  principal: Money<C>,
  rate: AnnualRate,
  days: number,
  yearDays: 360 | 365,
): Money<C> {
  if (!Number.isSafeInteger(days) || days < 0) throw new RangeError(`not a number of days: ${days}`);
  const dividend = principal.minor * millionthsOf(rate) * BigInt(days);
  return { currency: principal.currency, minor: divideHalfEven(dividend, MILLIONTHS * BigInt(yearDays)) };
}

/**
 * What one day books: the rounded interest to date less what is booked already. The days then add up to exactly the amount
 * paid at the end, whatever was rounded on the way.
 */
export const accrualOf = <C extends Currency>(toDate: Money<C>, booked: Money<C>): Money<C> => ({
  currency: toDate.currency,
  minor: toDate.minor - booked.minor,
});
