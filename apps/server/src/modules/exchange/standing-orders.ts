import { Refusal, type RefusalName, type StandingOrder } from "@coralhub/contract";
import {
  compareRates,
  lessBasisPoints,
  marketStanding,
  orderHoldPosting,
  orderReleasePosting,
  STANDING_LONGEST_DAYS,
  STANDING_MOST,
  standingOrderLifecycle,
  startOfShanghaiDay,
  toShanghaiDay,
  type Money,
  type StandingKind,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { isUniqueViolation } from "../../platform/db-errors.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { readChart, readExtremes } from "./chart.ts";
import { checkAmount, pairText } from "./check-exchange.ts";
import type { ExchangeDeps } from "./deps.ts";
import { countWaiting, findOrder, insertOrder, listOrders, lockOrder, type Order } from "./standing-store.ts";
import { readMarkets, readTerms, type Pair, type Terms } from "./terms-store.ts";

type Input = Pair & {
  kind: StandingKind;
  amount?: Money | undefined;
  target?: string | undefined;
  until?: string | undefined;
};
const DAY_MS = 86_400_000;
const SHOWN = 30;
/** A target further away than this is a slip of the pen. */
const FURTHEST_BASIS_POINTS = 2000;

export const orderReference = (id: string): string => `FO${id.replaceAll("-", "").toUpperCase()}`;

/** Leaves something with us to happen later; a target sets its money aside at once. */
export async function placeStandingOrder(
  deps: ExchangeDeps,
  ctx: MerchantContext,
  request: Input,
): Promise<StandingOrder> {
  const { merchantId } = ctx;
  const { sell, buy, kind } = request;
  if (sell === buy) throw new Refusal("fx.same_currency");
  const terms = await readTerms(deps.database.db, request);
  if (!terms.isOpen) throw new Refusal("fx.pair_closed", { pair: pairText(request) });
  const mid = request.target === undefined ? undefined : await compareTarget(deps, terms, kind, request.target);
  if (request.amount) {
    if (request.amount.currency !== sell) throw new Refusal("input.invalid", {}, { amount: `请填写 ${sell} 金额` });
    checkAmount(terms, request.amount, "amount");
  }
  const at = deps.clock.now();
  const untilAt = request.until === undefined ? null : endOf(request.until, at);
  const order = await ctx.once(async (tx) => {
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("ledger.payouts_stopped");
    if ((await countWaiting(tx, merchantId)) >= STANDING_MOST) {
      throw new Refusal("fx.too_many_orders", { most: STANDING_MOST });
    }
    const key = { merchantId, id: deps.ids.next() };
    const direction = kind === "alert" ? (compareRates(request.target!, mid!) > 0 ? "up" : "down") : null;
    if (request.amount && buy === "CNY") {
      const reference = orderReference(key.id);
      const move = { id: key.id, kind: "conversion", reference, amount: request.amount, platforms: [null] } as const;
      await deps.quota.reserve(tx, merchantId, move);
    }
    const holdPostingId = request.amount ? await hold(deps, tx, key.merchantId, key.id, request.amount) : null;
    await insert(tx, {
      ...key,
      kind,
      sell,
      buy,
      amount: request.amount ?? null,
      target: request.target ?? null,
      direction,
      untilAt,
      holdPostingId,
      seenMicros: kind === "arrivals" ? BigInt(at.getTime()) * 1_000n : null,
      createdAt: at,
    });
    await deps.lifecycles.record(tx, standingOrderLifecycle, key, { by: merchantActor(ctx), action: "place", at });
    return (await findOrder(tx, key))!;
  });
  return describeOrder(deps, order);
}

async function insert(tx: Tx, order: Parameters<typeof insertOrder>[1]): Promise<void> {
  try {
    await insertOrder(tx, order);
  } catch (error) {
    if (!isUniqueViolation(error, "standing_order_arrivals")) throw error;
    throw new Refusal("fx.already_converting", { currency: order.sell });
  }
}

async function hold({ ids, ledger }: ExchangeDeps, tx: Tx, merchantId: string, id: string, amount: Money) {
  const postingId = ids.next();
  const booked = orderHoldPosting(id, amount);
  await ledger.postIn(tx, [{ ...booked, merchantId, id: postingId, reference: orderReference(id) }]);
  return postingId;
}

/** What a target held is back in the wallet; the others hold nothing. */
export async function releaseHold({ ids, ledger, quota }: ExchangeDeps, tx: Tx, order: Order): Promise<void> {
  const { merchantId, id, amount, holdPostingId } = order;
  if (!amount || !holdPostingId) return;
  await quota.release(tx, merchantId, id);
  const booked = orderReleasePosting(id, amount);
  await ledger.postIn(tx, [
    { ...booked, merchantId, id: ids.next(), reference: orderReference(id), resolves: holdPostingId },
  ]);
}

const NO_RATE: readonly RefusalName[] = ["fx.rate_stale", "fx.rate_unavailable"];

/** A closed market gives no rates, and orders are left then all the same: the last that was kept is compared with. */
async function rateToCompare(deps: ExchangeDeps, terms: Terms): Promise<{ mid: string; rate: string }> {
  const { sell, buy, market } = terms;
  try {
    return await deps.ledger.prices.pairRate(sell, buy);
  } catch (error) {
    if (!(error instanceof Refusal) || !NO_RATE.includes(error.reason)) throw error;
    const markets = await readMarkets(deps.database.db);
    if (marketStanding(markets[market], deps.clock.now()).isOpen) throw error;
    const last = (await readChart(deps, { sell, buy, span: "month" })).points.at(-1);
    if (!last) throw error;
    return { mid: last.mid, ...(await deps.ledger.prices.customerRates(sell, buy, { rate: last.mid })) };
  }
}

/** Refuses what is there already or too far away; else the middle rate it was compared with. */
async function compareTarget(deps: ExchangeDeps, terms: Terms, kind: StandingKind, target: string): Promise<string> {
  const { mid, rate } = await rateToCompare(deps, terms);
  checkTarget(kind, target, kind === "target" ? rate : mid);
  return mid;
}

function checkTarget(kind: StandingKind, target: string, rate: string): void {
  if (kind === "target" && compareRates(rate, target) >= 0) throw new Refusal("fx.target_reached", { rate });
  const [lowest, highest] = [FURTHEST_BASIS_POINTS, -FURTHEST_BASIS_POINTS].map((far) =>
    lessBasisPoints(rate, `${far}`),
  );
  if (compareRates(target, highest!) > 0 || (kind === "alert" && compareRates(target, lowest!) < 0)) {
    const refusal = new Refusal("fx.target_too_far");
    throw new Refusal("fx.target_too_far", {}, { target: refusal.message });
  }
}

function endOf(day: string, now: Date): Date {
  const end = new Date(startOfShanghaiDay(day).getTime() + DAY_MS);
  const latest = now.getTime() + STANDING_LONGEST_DAYS * DAY_MS;
  if (Number.isNaN(end.getTime()) || day < toShanghaiDay(now) || end.getTime() > latest + DAY_MS) {
    const values = { days: STANDING_LONGEST_DAYS };
    throw new Refusal("fx.until_wrong", values, { until: new Refusal("fx.until_wrong", values).message });
  }
  return end;
}

/** The merchant takes it back; what it held is free at once. */
export async function cancelStandingOrder(
  deps: ExchangeDeps,
  ctx: MerchantContext,
  { id }: { id: string },
): Promise<StandingOrder> {
  const key = { merchantId: ctx.merchantId, id };
  const order = await ctx.once(async (tx) => {
    const found = await lockOrder(tx, key);
    if (!found) throw new Refusal("not_found");
    await deps.lifecycles.advance(tx, standingOrderLifecycle, key, "cancel", {
      by: merchantActor(ctx),
      at: deps.clock.now(),
    });
    await releaseHold(deps, tx, found);
    return (await findOrder(tx, key))!;
  });
  return describeOrder(deps, order);
}

export async function listStandingOrders(deps: ExchangeDeps, merchantId: string): Promise<StandingOrder[]> {
  const orders = await listOrders(deps.database.db, merchantId, SHOWN);
  return Promise.all(orders.map((order) => describeOrder(deps, order)));
}

/** Of the rate the order is judged by: a target's is the customer's, an alert's the middle one. */
async function extremesOf(deps: ExchangeDeps, { kind, sell, buy }: Order) {
  const mids = await readExtremes(deps, { sell, buy });
  return mids && kind === "target" ? deps.ledger.prices.customerRates(sell, buy, mids) : mids;
}

/** With how far away it is, and whether the price was there lately. */
async function describeOrder(deps: ExchangeDeps, order: Order): Promise<StandingOrder> {
  const { id, kind, state, sell, buy, amount, target, direction, tries, problem, createdAt, endedAt } = order;
  const compares = state === "waiting" && kind !== "arrivals";
  const now = compares ? await deps.ledger.prices.pairRate(sell, buy).catch(() => undefined) : undefined;
  const extremes = compares ? await extremesOf(deps, order) : undefined;
  return {
    id,
    kind,
    state,
    sell,
    buy,
    amount,
    target,
    direction,
    until: order.untilAt,
    tries,
    problem,
    createdAt,
    endedAt,
    rateNow: (kind === "target" ? now?.rate : now?.mid) ?? null,
    highest: extremes?.highest ?? null,
    lowest: extremes?.lowest ?? null,
  };
}
