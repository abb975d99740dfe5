import type { Currency } from "../money/currencies.ts";
import { accountCode, type AccountCode, type Transfer } from "../ledger/accounts.ts";
import { moneyOf, subtractMoney, type Money } from "../money/money.ts";
import { convertBack, convertDifference, convertMoney, lessBasisPoints, type Rate } from "../money/rates.ts";

/** A rate is good for this long after its source gave it; older ones are refused. */
export const RATE_FRESH_SECONDS = 60;
/** A quote holds for this long, once. */
export const QUOTE_SECONDS = 30;

/** What the customer gives and gets, and where every smallest unit of the difference goes. */
export type ExchangePrice = {
  sell: Money;
  buy: Money;
  mid: Rate;
  /** What the customer gets: the middle rate less the markup. */
  rate: Rate;
  markupBasisPoints: Rate;
  /** The house's earning, in the bought currency. */
  margin: Money;
  /** What rounding leaves over, in the bought currency: to the rounding account, never to nobody. */
  residue: Money;
};

export type ExchangeRequest = { mid: Rate; markupBasisPoints: Rate } & (
  | { sell: Money; buyCurrency: Currency }
  /** At least this much is bought; what rounding adds is the customer's too. */
  | { buy: Money; sellCurrency: Currency }
);

export function priceExchange(request: ExchangeRequest): ExchangePrice {
  const { mid, markupBasisPoints } = request;
  const rate = lessBasisPoints(mid, markupBasisPoints);
  const sell = "sell" in request ? request.sell : convertBack(request.buy, request.sellCurrency, rate, "up");
  const buyCurrency = "sell" in request ? request.buyCurrency : request.buy.currency;
  if (sell.currency === buyCurrency) throw new RangeError(`nothing to exchange within ${buyCurrency}`);
  const atMid = convertMoney(sell, buyCurrency, mid, "halfEven");
  const buy = convertMoney(sell, buyCurrency, rate, "floor");
  const left = subtractMoney(atMid, buy);
  // The earning is the markup's own share of the amount, rounded down; whatever fraction is left is residue.
  const share = convertDifference(sell, buyCurrency, mid, rate);
  const margin = moneyOf(buyCurrency, share.minor < left.minor ? share.minor : left.minor);
  return { sell, buy, mid, rate, markupBasisPoints, margin, residue: subtractMoney(left, margin) };
}

/** The legs of an exchange in the books. Both currencies close by themselves; the position stays with the house. */
export function exchangeTransfers(price: ExchangePrice, from: AccountCode, to: AccountCode, fee?: Money): Transfer[] {
  const { sell, buy, margin, residue } = price;
  const position = accountCode("house.fx", buy.currency);
  const legs: Transfer[] = [
    { from, to: accountCode("house.fx", sell.currency), amount: sell },
    { from: position, to, amount: buy },
    { from: position, to: accountCode("house.fees", buy.currency), amount: margin },
    { from: position, to: accountCode("house.rounding", buy.currency), amount: residue },
  ];
  if (fee) legs.push({ from, to: accountCode("house.fees", fee.currency), amount: fee });
  return legs.filter((leg) => leg.amount.minor > 0n);
}
