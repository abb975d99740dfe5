import type { PayoutPrice } from "@coralhub/contract";
import { PAYOUT_CHANNELS, startOfShanghaiDay, toShanghaiDay, type PayoutChannel } from "@coralhub/domain";
import { checkWish, type Wish } from "./check-wish.ts";
import type { PayoutsDeps } from "./deps.ts";
import { sumSince, type AgreedPrice } from "./payouts-store.ts";

export const priceView = ({ price, fee }: AgreedPrice): PayoutPrice => ({
  amount: { currency: price.sell.currency, minor: price.sell.minor + fee.total.minor },
  fee: fee.total,
  feeLines: fee.lines,
  exchanged: price.sell,
  rate: price.rate,
  arrives: price.buy,
});

/** What it would cost and what would arrive: a promise for thirty seconds, kept once. */
export async function quotePayout(deps: PayoutsDeps, merchantId: string, channel: PayoutChannel, wish: Wish) {
  const { approval } = await checkWish(deps, merchantId, channel, wish);
  const { country, currency } = PAYOUT_CHANNELS[channel];
  const month = startOfShanghaiDay(`${toShanghaiDay(deps.clock.now()).slice(0, 7)}-01`);
  const quote = await deps.ledger.prices.quoteConversion({
    merchantId,
    business: "withdrawal",
    amount: wish.amount,
    corridor: country,
    monthVolume: await sumSince(deps.database.db, merchantId, "withdrawal", wish.amount.currency, month),
    buyCurrency: currency,
  });
  return { ...priceView(quote), quoteId: quote.id, expiresAt: quote.expiresAt, approval: approval ?? null };
}
