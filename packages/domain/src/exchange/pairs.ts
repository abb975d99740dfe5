import { CURRENCY_CODES, type Currency } from "../money/currencies.ts";
import { formatMoney } from "../money/money.ts";
import { roundFigure } from "../money/round-figures.ts";
import { marketOf, type FxMarket } from "./markets.ts";

/**
 * How a currency behaves in the market. `jump` is how far a rate may move within an hour before a person looks, in basis
 * points; two `local` currencies are not exchanged with each other: the way leads over one that everybody takes.
 */
const BEHAVIOUR: Record<Currency, { jump: number; isLocal?: true }> = {
  USD: { jump: 0 },
  CNY: { jump: 100 },
  CNH: { jump: 120 },
  HKD: { jump: 40 },
  AED: { jump: 30 },
  EUR: { jump: 200 },
  GBP: { jump: 200 },
  JPY: { jump: 250 },
  SGD: { jump: 150 },
  AUD: { jump: 250 },
  CAD: { jump: 200 },
  NZD: { jump: 250 },
  CHF: { jump: 250 },
  IDR: { jump: 250, isLocal: true },
  THB: { jump: 250, isLocal: true },
  KRW: { jump: 250, isLocal: true },
  MYR: { jump: 250, isLocal: true },
  PHP: { jump: 250, isLocal: true },
  VND: { jump: 200, isLocal: true },
};

export const jumpLimit = (currency: Currency): number => BEHAVIOUR[currency].jump;

/** What may be exchanged of a pair: for one order, and by the whole house on one day (Beijing), in the sold currency. */
export type PairTerms = { isOpen: boolean; minimum: string; maximum: string; dayLimit: string };
export type FxPair = { sell: Currency; buy: Currency };
export type FxPairRule = FxPair & { market: FxMarket; terms: PairTerms };

/** In whole US dollars, other currencies by round figures. */
const ORDER_MINIMUM = 1;
const ORDER_MAXIMUM = 500_000;
const HOUSE_A_DAY = 20_000_000;
const text = (dollars: number, currency: Currency): string => formatMoney(roundFigure(dollars, currency));

export const isExchanged = (sell: Currency, buy: Currency): boolean =>
  sell !== buy && !(BEHAVIOUR[sell].isLocal && BEHAVIOUR[buy].isLocal);

/** Until an operator sets other terms. */
export const defaultTerms = (sell: Currency, buy: Currency): PairTerms => ({
  isOpen: isExchanged(sell, buy),
  minimum: text(ORDER_MINIMUM, sell),
  maximum: text(ORDER_MAXIMUM, sell),
  dayLimit: text(HOUSE_A_DAY, sell),
});

export const FX_PAIRS: readonly FxPairRule[] = CURRENCY_CODES.flatMap((sell) =>
  CURRENCY_CODES.filter((buy) => isExchanged(sell, buy)).map((buy) => ({
    sell,
    buy,
    market: marketOf(sell, buy),
    terms: defaultTerms(sell, buy),
  })),
);

/** How much of one currency the house may be long or short before finance is warned, in whole US dollars. */
export const POSITION_LIMIT_DOLLARS = 5_000_000;
