import type { Currency } from "./currencies.ts";
import { parseMoney, type Money } from "./money.ts";

/** About how many units make a dollar: a limit wants a round figure that stays, not today's rate. */
const UNITS: Record<Currency, number> = {
  CNY: 7,
  USD: 1,
  HKD: 8,
  JPY: 150,
  EUR: 1,
  SGD: 1.3,
  AUD: 1.5,
  GBP: 0.8,
  CAD: 1.4,
  IDR: 16_000,
  THB: 35,
  KRW: 1_400,
  MYR: 4.5,
  PHP: 58,
  VND: 25_000,
  AED: 3.7,
  NZD: 1.7,
  CHF: 0.9,
  CNH: 7,
};

/** A limit given in whole US dollars, as a round figure of another currency. */
export const roundFigure = <C extends Currency>(dollars: number, currency: C): Money<C> =>
  parseMoney(String(Math.round(dollars * UNITS[currency])), currency);

/** An amount in cents of a dollar by the same figures, rounded up: a sum of many currencies must not slip under a limit. */
export function inDollarCents({ currency, minor }: Money): bigint {
  const dollar = roundFigure(10, currency).minor;
  return (minor * 1000n + dollar - 1n) / dollar;
}
