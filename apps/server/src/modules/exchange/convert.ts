import { Refusal } from "@coralhub/contract";
import {
  conversionLifecycle,
  conversionPosting,
  moneyText,
  orderFillPosting,
  type ConversionState,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { ExchangeQuote } from "../prices/index.ts";
import { checkAmount, pairText, requireOpen } from "./check-exchange.ts";
import { conversionReference, insertConversion, type ConversionOrigin } from "./conversions-store.ts";
import type { ExchangeDeps } from "./deps.ts";
import { amountOf } from "./quote-exchange.ts";
import { countSold } from "./terms-store.ts";

type Cause = { origin: ConversionOrigin; orderId: string | null; held?: { postingId: string; amount: Money } };

/** From one wallet to the other at the price of a promise; the promise, the day's limit and the money in one transaction. */
export async function convert(
  deps: ExchangeDeps,
  tx: Tx,
  merchantId: string,
  quoteId: string,
  { origin, orderId, held }: Cause,
): Promise<{ id: string; quote: ExchangeQuote }> {
  const id = deps.ids.next();
  const at = deps.clock.now();
  const quote = await deps.ledger.prices.takeExchangeQuote(tx, merchantId, quoteId, `conversion:${id}`);
  const { price, fee, rateAt, rateSource } = quote;
  const pair = { sell: price.sell.currency, buy: price.buy.currency };
  const amount = amountOf(quote);
  const terms = await requireOpen(tx, pair, at);
  checkAmount(terms, amount);
  if (!(await countSold(tx, terms, amount, at))) throw new Refusal("fx.day_full", { pair: pairText(pair) });
  const agreed = { price, fee, rateAt, rateSource, quoteId };
  await insertConversion(tx, { merchantId, id, ...pair, origin, orderId, amount, agreed, createdAt: at });
  await askQuota(deps, tx, merchantId, { id, sold: amount, bought: price.buy, heldFor: held ? orderId : null });
  const postingId = deps.ids.next();
  const booked = held ? orderFillPosting(id, price, fee.total, held.amount) : conversionPosting(id, price, fee.total);
  const posting = { ...booked, merchantId, id: postingId, reference: conversionReference(id) };
  await deps.ledger.postIn(tx, [held ? { ...posting, resolves: held.postingId } : posting]);
  const usedFor = `conversion:${id}`;
  await deps.coupons.reserve(tx, merchantId, fee.coupons ?? [], { business: "exchange", usedFor, quoteId });
  await deps.coupons.settle(tx, merchantId, usedFor);
  await deps.lifecycles.advance(tx, conversionLifecycle, { merchantId, id }, "settle", {
    by: SYSTEM,
    at,
    set: { postingId },
    message: {
      event: "exchange.done",
      data: { bought: moneyText(price.buy), sold: moneyText(amount), rate: price.rate, conversionId: id },
    },
  });
  return { id, quote };
}

type Exchanged = { id: string; sold: Money; bought: Money; heldFor: string | null };
/** Into CNY only as far as the trade is proven; a target has set its quota aside with its money. */
async function askQuota(
  deps: ExchangeDeps,
  tx: Tx,
  merchantId: string,
  { id, sold, bought, heldFor }: Exchanged,
): Promise<void> {
  if (bought.currency !== "CNY") return deps.quota.carryOver(tx, merchantId, { sold, bought });
  const reference = conversionReference(id);
  if (heldFor !== null) return deps.quota.consume(tx, merchantId, heldFor, { id, reference });
  await deps.quota.reserve(tx, merchantId, { id, kind: "conversion", reference, amount: sold, platforms: [null] });
  await deps.quota.consume(tx, merchantId, id);
}

/** The merchant takes the price it was promised. */
export async function placeConversion(
  deps: ExchangeDeps,
  ctx: MerchantContext,
  { quoteId }: { quoteId: string },
): Promise<{ id: string; state: ConversionState }> {
  const { merchantId } = ctx;
  return ctx.once(async (tx) => {
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    const { id } = await convert(deps, tx, merchantId, quoteId, { origin: "merchant", orderId: null });
    return { id, state: "settled" };
  });
}
