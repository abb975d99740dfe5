import { Refusal, type RefusalName } from "@coralhub/contract";
import {
  compareRates,
  conversionLifecycle,
  moneyOf,
  moneyText,
  STANDING_KINDS,
  STANDING_TRIES,
  standingOrderLifecycle,
  walletOf,
  type Money,
  type PostingReason,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { Entry } from "../ledger/index.ts";
import { quotaShort } from "../orders/index.ts";
import { pairText, requireOpen } from "./check-exchange.ts";
import { convert } from "./convert.ts";
import { insertConversion } from "./conversions-store.ts";
import type { ExchangeDeps } from "./deps.ts";
import { promiseExchange } from "./quote-exchange.ts";
import { releaseHold } from "./standing-orders.ts";
import { listWaiting, lockOrder, markSeen, markTry, type Order } from "./standing-store.ts";

const AT_ONCE = 100;
/**
 * What was earned, or put into the wallet by its owner or another merchant. A loan is borrowed for its currency; what comes
 * back, from a deposit, a card, an escrow or a bank, and what we put right, did not arrive.
 */
const ARRIVALS: readonly PostingReason[] = [
  "income.credited",
  "wallet.funded",
  "wallet.transfer",
  "escrow.received",
  "taxrefund.paid",
  "promotion.paid",
];
/** These pass by themselves: they are no failure of the order. */
const PASSING: readonly RefusalName[] = [
  "fx.rate_stale",
  "fx.rate_unavailable",
  "fx.rate_suspended",
  "fx.market_closed",
  "fx.day_full",
  "ledger.payouts_stopped",
  "ledger.outcome_unknown",
  "quote.expired",
  "coupon.gone",
  "state.changed",
];

/** Every order that waits, once; an order another server has in hand is waited for and then found done. */
export async function watchOrders(deps: ExchangeDeps): Promise<void> {
  const failures: unknown[] = [];
  for (let last: Order | undefined, more = true; more;) {
    const waiting = await listWaiting(deps.database.db, last, AT_ONCE);
    for (const order of waiting) await attend(deps, order).catch((error: unknown) => failures.push(error));
    last = waiting.at(-1);
    more = waiting.length === AT_ONCE;
  }
  // One order's trouble holds up none behind it, and is not kept quiet.
  if (failures.length > 0) throw new AggregateError(failures, `orders not looked after: ${failures.length}`);
}

async function attend(deps: ExchangeDeps, order: Order): Promise<void> {
  try {
    if (order.untilAt && order.untilAt <= deps.clock.now()) return await lapse(deps, order);
    if (order.kind === "alert") return await alert(deps, order);
    if (await deps.ledger.payoutsStopped()) return;
    if (order.kind === "target") await fillTarget(deps, order);
    else await convertArrivals(deps, order);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!PASSING.includes(error.reason)) await failed(deps, order, error);
  }
}

/** In the order's own transaction; undefined where it no longer waits. */
async function withOrder<T>(
  { database }: ExchangeDeps,
  order: Order,
  work: (tx: Tx, current: Order) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction(async (tx) => {
    const current = await lockOrder(tx, order);
    return current?.state === "waiting" ? work(tx, current) : undefined;
  });
}

const lapse = (deps: ExchangeDeps, order: Order) =>
  withOrder(deps, order, async (tx, current) => {
    await releaseHold(deps, tx, current);
    await deps.lifecycles.advance(tx, standingOrderLifecycle, key(current), "lapse", {
      by: SYSTEM,
      at: deps.clock.now(),
      message: {
        event: "exchange.lapsed",
        data: { pair: pairText(current), target: current.target!, amount: moneyText(current.amount!) },
      },
    });
  });

async function alert(deps: ExchangeDeps, order: Order): Promise<void> {
  const { mid } = await deps.ledger.prices.pairRate(order.sell, order.buy);
  const above = compareRates(mid, order.target!);
  if (order.direction === "up" ? above < 0 : above > 0) return;
  await withOrder(deps, order, (tx, current) =>
    deps.lifecycles.advance(tx, standingOrderLifecycle, key(current), "fill", {
      by: SYSTEM,
      at: deps.clock.now(),
      note: `中间价 ${mid}`,
      message: {
        event: "exchange.alerted",
        data: { pair: `${current.sell} / ${current.buy}`, rate: mid, target: current.target! },
      },
    }),
  );
}

async function requireCertified(deps: ExchangeDeps, { merchantId }: Order): Promise<void> {
  if (!(await deps.mayMoveMoney(merchantId))) throw new Refusal("access.not_certified");
}

/** At the target or better: the promise is looked at once more, because the rate goes on moving. */
async function fillTarget(deps: ExchangeDeps, order: Order): Promise<void> {
  const { merchantId, sell, buy, target, amount } = order;
  const { rate } = await deps.ledger.prices.pairRate(sell, buy);
  if (compareRates(rate, target!) < 0) return;
  await requireOpen(deps.database.db, order, deps.clock.now());
  await requireCertified(deps, order);
  const quote = await promiseExchange(deps, merchantId, { sell, buy, sellAmount: amount! }, "house");
  if (compareRates(quote.price.rate, target!) < 0) return;
  await withOrder(deps, order, async (tx, current) => {
    const held = { postingId: current.holdPostingId!, amount: current.amount! };
    await convert(deps, tx, merchantId, quote.id, { origin: "target", orderId: current.id, held });
    await deps.lifecycles.advance(tx, standingOrderLifecycle, key(current), "fill", {
      by: SYSTEM,
      at: deps.clock.now(),
      note: `成交汇率 ${quote.price.rate}`,
    });
  });
}

/** Everything that arrived since it was looked at last, as soon as it is enough to be exchanged. */
async function convertArrivals(deps: ExchangeDeps, order: Order): Promise<void> {
  const current = await withOrder(deps, order, (tx, locked) => lookForArrivals(deps, tx, locked));
  if (!current || current.pending.minor === 0n) return;
  const { merchantId, sell, buy, pending } = current;
  const terms = await requireOpen(deps.database.db, current, deps.clock.now());
  await requireCertified(deps, current);
  const available = await deps.ledger.balance(merchantId, walletOf(sell));
  const amount = await provenOf(deps, current, least(pending, available, terms.maximum));
  if (amount.minor < terms.minimum.minor) return;
  const quote = await promiseExchange(deps, merchantId, { sell, buy, sellAmount: amount }, "house");
  await withOrder(deps, order, async (tx, locked) => {
    // Another server has exchanged it meanwhile.
    if (locked.pending.minor < amount.minor) return;
    const { id } = await convert(deps, tx, merchantId, quote.id, { origin: "arrivals", orderId: locked.id });
    const at = deps.clock.now();
    await markSeen(tx, locked, locked.seenMicros!, moneyOf(sell, locked.pending.minor - amount.minor));
    await markTry(tx, locked, { tries: 0, problem: null, at });
    const note = `${moneyText(amount)}，${id}`;
    await deps.lifecycles.record(tx, standingOrderLifecycle, key(locked), { by: SYSTEM, action: "fill", at, note });
  });
}

/** As much of it as the orders reach for; the rest waits for more of them, and the order says so. */
async function provenOf(deps: ExchangeDeps, order: Order, amount: Money): Promise<Money> {
  const { merchantId, sell, buy, tries, problem } = order;
  if (buy !== "CNY") return amount;
  const missing = await deps.quota.missingFor(merchantId, { amount, platforms: [null] });
  if (missing.length === 0) return amount;
  const at = deps.clock.now();
  const words = quotaShort(missing).message;
  if (words !== problem)
    await withOrder(deps, order, (tx, locked) => markTry(tx, locked, { tries, problem: words, at }));
  const own = missing.find(({ currency }) => currency === sell);
  // Where orders of another currency are missing too, their share of this one is not known: nothing is exchanged.
  return moneyOf(sell, own && missing.length === 1 ? amount.minor - own.minor : 0n);
}

/** It arrived since the order was given; or it had, and is taken back by hand (红冲): then it no longer waits to be exchanged. */
async function arrives(
  deps: ExchangeDeps,
  tx: Tx,
  order: Order,
  { amount, reason, postingId }: Entry,
): Promise<boolean> {
  if (amount.minor > 0n) return ARRIVALS.includes(reason);
  if (reason !== "reversal") return false;
  const corrected = await deps.ledger.corrected(order.merchantId, postingId, tx);
  return corrected !== undefined && ARRIVALS.includes(corrected.reason) && corrected.postedAt >= order.createdAt;
}

async function lookForArrivals(deps: ExchangeDeps, tx: Tx, order: Order): Promise<Order> {
  const { merchantId, sell } = order;
  let { seenMicros, pending } = order;
  for await (const entry of deps.ledger.entriesSince({ merchantId, code: walletOf(sell) }, seenMicros!, tx)) {
    const { amount, balance, micros } = entry;
    if (await arrives(deps, tx, order, entry)) pending = moneyOf(sell, highest(pending.minor + amount.minor, 0n));
    // What arrived and was spent is gone: other money that comes later does not stand in for it.
    pending = least(pending, balance);
    seenMicros = micros;
  }
  if (seenMicros !== order.seenMicros) await markSeen(tx, order, seenMicros!, pending);
  return { ...order, seenMicros, pending };
}

/** A failure is written down and told; the third one ends the order. */
async function failed(deps: ExchangeDeps, order: Order, refusal: Refusal): Promise<void> {
  const problem = refusal.message;
  await withOrder(deps, order, async (tx, current) => {
    const at = deps.clock.now();
    const tries = current.tries + 1;
    await markTry(tx, current, { tries, problem, at });
    const conversion = { merchantId: current.merchantId, id: deps.ids.next() };
    await insertConversion(tx, {
      ...conversion,
      sell: current.sell,
      buy: current.buy,
      origin: current.kind === "target" ? "target" : "arrivals",
      orderId: current.id,
      amount: current.amount ?? current.pending,
      agreed: null,
      createdAt: at,
    });
    await deps.lifecycles.advance(tx, conversionLifecycle, conversion, "fail", {
      by: SYSTEM,
      at,
      set: { reason: problem },
      note: problem,
    });
    await deps.lifecycles.record(tx, standingOrderLifecycle, key(current), {
      by: SYSTEM,
      action: "try",
      at,
      note: problem,
    });
    if (tries >= STANDING_TRIES) await stop(deps, tx, current, { at, problem, tries });
  });
}

async function stop(
  deps: ExchangeDeps,
  tx: Tx,
  order: Order,
  { at, problem, tries }: { at: Date; problem: string; tries: number },
): Promise<void> {
  await releaseHold(deps, tx, order);
  await deps.lifecycles.advance(tx, standingOrderLifecycle, key(order), "stop", {
    by: SYSTEM,
    at,
    set: { problem },
    note: problem,
    message: {
      event: "exchange.stopped",
      data: { kind: STANDING_KINDS[order.kind].label, pair: pairText(order), tries: String(tries), reason: problem },
    },
  });
}

const key = ({ merchantId, id }: Order) => ({ merchantId, id });
const highest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const least = (...amounts: [Money, ...Money[]]): Money =>
  amounts.reduce((smallest, amount) => (amount.minor < smallest.minor ? amount : smallest));
