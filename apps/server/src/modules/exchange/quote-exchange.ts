import { Refusal, type ExchangeQuoteView } from "@coralhub/contract";
import { moneyOf, startOfShanghaiDay, toShanghaiDay, type Money } from "@coralhub/domain";
import type { ExchangeQuote } from "../prices/index.ts";
import { checkAmount, requireOpen } from "./check-exchange.ts";
import { sumSold } from "./conversions-store.ts";
import type { ExchangeDeps } from "./deps.ts";
import type { Pair } from "./terms-store.ts";

export type Input = Pair & { sellAmount?: Money | undefined; buyAmount?: Money | undefined };

/** All that leaves the wallet. */
export const amountOf = ({ price, fee }: Pick<ExchangeQuote, "price" | "fee">): Money =>
  moneyOf(price.sell.currency, price.sell.minor + fee.total.minor);

export const priceView = (quote: Pick<ExchangeQuote, "price" | "fee">) => ({
  amount: amountOf(quote),
  fee: quote.fee.total,
  feeLines: quote.fee.lines,
  exchanged: quote.price.sell,
  mid: quote.price.mid,
  markupBasisPoints: quote.price.markupBasisPoints,
  rate: quote.price.rate,
  bought: quote.price.buy,
});

/** A promise for thirty seconds, kept once. What is sold includes the fee; what is bought has it on top. */
export async function promiseExchange(
  deps: ExchangeDeps,
  merchantId: string,
  wanted: Input,
  asker: "person" | "house",
): Promise<ExchangeQuote> {
  const { sell, buy, sellAmount, buyAmount } = wanted;
  const { prices } = deps.ledger;
  const month = startOfShanghaiDay(`${toShanghaiDay(deps.clock.now()).slice(0, 7)}-01`);
  const monthVolume = await sumSold(deps.database.db, merchantId, sell, month);
  const offers = (amount: Money) => deps.coupons.offers(merchantId, { business: "exchange", amount, asker });
  const ask = async () => {
    if (sellAmount) {
      const coupons = await offers(sellAmount);
      const request = { merchantId, business: "exchange", corridor: `${sell}-${buy}`, monthVolume, coupons } as const;
      return prices.quoteConversion({ ...request, amount: sellAmount, buyCurrency: buy });
    }
    if (!buyAmount) throw new Refusal("fx.amount_too_small");
    return prices.quoteExchange({ merchantId, buy: buyAmount, sellCurrency: sell, monthVolume, offers });
  };
  const quote = await ask();
  await deps.coupons.hold(merchantId, quote.fee.coupons, { quoteId: quote.id, until: quote.expiresAt, asker });
  return quote;
}

export async function quoteExchange(deps: ExchangeDeps, merchantId: string, wanted: Input): Promise<ExchangeQuoteView> {
  const terms = await requireOpen(deps.database.db, wanted, deps.clock.now());
  if (wanted.sellAmount) checkAmount(terms, wanted.sellAmount);
  const quote = await promiseExchange(deps, merchantId, wanted, "person");
  if (!wanted.sellAmount) checkAmount(terms, amountOf(quote), "buyAmount");
  const { id, expiresAt, rateAt, rateSource } = quote;
  const sold = { amount: amountOf(quote), platforms: [null] };
  const missingQuota = wanted.buy === "CNY" ? await deps.quota.missingFor(merchantId, sold) : [];
  return { ...priceView(quote), quoteId: id, expiresAt, rateAt, rateSource, missingQuota };
}
