import { boundOrderList, freeOrderList, Refusal, type IncomeOrders, type ListInput } from "@coralhub/contract";
import { MATCH_GROUNDS, moneyOf, PROVING_STATES, type Match, type MatchIncome } from "@coralhub/domain";
import { createHash } from "node:crypto";
import type { MerchantContext } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { comparer } from "./compare-orders.ts";
import type { OrdersDeps } from "./deps.ts";
import { findOrderRows } from "./describe-orders.ts";
import {
  boundSource,
  candidatesOf,
  findFund,
  findPayoutBefore,
  freeSource,
  groupOfFund,
  holdFund,
  insertMatches,
  isBound,
  listBound,
  listBySerial,
  listUnmatchedIncomes,
  listUncompared,
  listUnmatchedOrders,
  markCompared,
  unbindMatches,
  type FreeOrder,
  type FundRow,
} from "./matches-store.ts";
import { lockQuota } from "./quota-store.ts";
import { lockBindable, type BindableOrder } from "./rows-store.ts";

export const MATCH_JOB = "orders.match";
const DAY_MS = 86_400_000;
const SINCE_DAYS = 400;
/** As many as are told at once; the rest comes page by page. */
const SHOWN = 50;

/** Programs hear of the payment whose orders are known now. */
const tellMatched = (
  { lifecycles }: OrdersDeps,
  tx: Tx,
  { merchantId, incomeId, at }: { merchantId: string; incomeId: string; at: Date },
): Promise<void> =>
  lifecycles.happened(tx, { table: "order_match", action: "bind", at, keys: [{ merchantId, id: incomeId }] });

/** Of these orders, those that still prove something, until the transaction ends: a file that is cancelled drops its own. */
async function lockProving(tx: Tx, merchantId: string, ids: readonly string[]): Promise<BindableOrder[]> {
  // Before the orders, as payments do that use them.
  await lockQuota(tx, merchantId);
  return (await lockBindable(tx, merchantId, ids)).filter(({ state }) => PROVING_STATES.includes(state));
}

/** So many are looked at in one turn; the next one takes the rest. */
const COMPARED_A_TURN = 500;
/** Money that came behind its orders is compared with them as well, as is what was set free by money that went back. */
export async function planMatches({ database, jobs }: OrdersDeps): Promise<void> {
  for (const key of await listUncompared(database.db, COMPARED_A_TURN)) {
    await database.transaction(async (tx) => {
      await markCompared(tx, key);
      await jobs.send(tx, MATCH_JOB, { merchantId: key.merchantId });
    });
  }
}

/**
 * Of which groups' money the orders are not all known yet: of what arrived later than the first open order of its group nobody
 * can say that the passed ones are all there are.
 */
function openGroups(orders: readonly FreeOrder[]): (income: Pick<MatchIncome, "group" | "arrivedAt">) => boolean {
  const since = new Map(
    orders.flatMap(({ group, openFrom }) => (openFrom === null ? [] : [[group, openFrom] as const])),
  );
  return ({ group, arrivedAt }) => {
    const open = since.get(group);
    return open !== undefined && open < arrivedAt;
  };
}

/** Finds the orders behind a merchant's money. What is certain is bound; the rest waits for a person. */
export async function matchMerchant(deps: OrdersDeps, merchantId: string): Promise<void> {
  const { db } = deps.database;
  const at = deps.clock.now();
  const since = new Date(at.getTime() - SINCE_DAYS * DAY_MS);
  const incomes = await listUnmatchedIncomes(db, merchantId, since);
  if (incomes.length === 0) return;
  const groups = [...new Set(incomes.map(({ group }) => group))];
  const orders = await listUnmatchedOrders(db, merchantId, since, { groups });
  if (orders.length === 0) return;
  const isOpen = openGroups(orders);
  // Kept among those that are compared: their orders are not another money's.
  const unsure = new Set(incomes.filter(isOpen).map(({ id }) => id));
  const found = await comparer.wait({ merchantId, incomes, orders });
  for (const { incomeId, orderIds, ground, certain, explanation } of found) {
    if (!certain || unsure.has(incomeId)) continue;
    await deps.database.transaction(async (tx) => {
      if (!(await holdFund(tx, merchantId, incomeId))) return;
      // One of them was dropped meanwhile: the others do not add up to this money.
      if ((await lockProving(tx, merchantId, orderIds)).length !== orderIds.length) return;
      // Another run or a person was faster: what they have bound stands.
      if (await isBound(tx, { merchantId, incomeId, orderIds })) return;
      const ids = orderIds.map(() => deps.ids.next());
      const match = { merchantId, incomeId, orderIds, ids, ground, explanation, boundBy: null };
      if ((await insertMatches(tx, match, at)) !== orderIds.length) throw new Error("bound without the quota held");
      await tellMatched(deps, tx, { merchantId, incomeId, at });
    });
  }
}

/** What would explain a payment that stands on nothing yet, and what is free beside it. */
async function offersFor(db: Db, merchantId: string, fund: FundRow, rateLimits?: OrdersDeps["rateLimits"]) {
  const { arrivedAt, reference, remittance, id, minor, orders } = fund;
  const { since, until } = candidatesOf(fund);
  const group = groupOfFund(fund);
  const free = await listUnmatchedOrders(db, merchantId, since, { groups: fund.isGone ? [] : [group], until });
  const after = await findPayoutBefore(db, merchantId, { group, arrivedAt, since });
  const income = { id, group, amountMinor: minor, arrivedAt, after, words: `${remittance} ${reference}` };
  const asked = { merchantId, incomes: [income], orders: [...free] };
  const found = orders > 0 ? [] : await comparer.ask(asked, rateLimits);
  return { free, isOpen: openGroups(free)(income), offers: found.map((match) => ({ ...match, key: keyOf(match) })) };
}
/** Stands for these very orders: what a person saw is what is bound, or nothing. */
const keyOf = ({ orderIds }: Pick<Match, "orderIds">): string =>
  createHash("sha256").update(orderIds.toSorted().join()).digest("hex");

const requireFund = async (db: Db | Tx, merchantId: string, id: string): Promise<FundRow> => {
  const fund = await findFund(db, merchantId, id);
  if (!fund) throw new Refusal("not_found");
  return fund;
};

export async function describeIncome(deps: OrdersDeps, merchantId: string, id: string): Promise<IncomeOrders> {
  const { db } = deps.database;
  const fund = await requireFund(db, merchantId, id);
  const { minor, matchedMinor, remittance: _words, isGone: _gone, ...head } = fund;
  const bound = await listBound(db, merchantId, id, SHOWN);
  const { free, isOpen, offers } = await offersFor(db, merchantId, fund, deps.rateLimits);
  const nearest = free.toSorted((a, b) => b.orderedAt.getTime() - a.orderedAt.getTime()).slice(0, SHOWN);
  const rows = await findOrderRows(db, merchantId, [
    ...bound.map(({ orderId }) => orderId),
    ...nearest.map((order) => order.id),
  ]);
  const amount = moneyOf(fund.currency, minor);
  return {
    ...head,
    amount,
    matched: moneyOf(fund.currency, matchedMinor),
    missing: moneyOf(fund.currency, minor > matchedMinor ? minor - matchedMinor : 0n),
    bound: bound.flatMap(({ orderId, ...match }) => {
      const row = rows.get(orderId);
      return row ? [{ ...row, ...match, confidence: MATCH_GROUNDS[match.ground].confidence }] : [];
    }),
    offers: offers.map(({ key, orderIds, sumMinor, explanation, certain }) => ({
      key,
      orders: orderIds.length,
      sum: moneyOf(fund.currency, sumMinor),
      explanation,
      certain: certain && !isOpen,
    })),
    candidates: nearest.flatMap((order) => rows.get(order.id) ?? []),
    free: free.length,
  };
}

/** The orders behind a payment, and those that could be, however many: page by page. */
export const pageBound = async (
  deps: OrdersDeps,
  merchantId: string,
  { incomeId, ...input }: ListInput & { incomeId: string },
) => {
  await requireFund(deps.database.db, merchantId, incomeId);
  return deps.lists.page({ ownerId: merchantId }, boundOrderList, boundSource(incomeId), input);
};
export const pageFree = async (
  deps: OrdersDeps,
  merchantId: string,
  { incomeId, ...input }: ListInput & { incomeId: string },
) => {
  const fund = await requireFund(deps.database.db, merchantId, incomeId);
  return deps.lists.page({ ownerId: merchantId }, freeOrderList, freeSource(fund), input);
};

/** Before the quota: money that is just going back is waited for with empty hands. */
async function requireHere(tx: Tx, merchantId: string, incomeId: string): Promise<void> {
  if (!(await holdFund(tx, merchantId, incomeId))) throw new Refusal("order.income_returned");
}

type Binding = { incomeId: string; orderIds: string[]; reason: string };
/** A person says which orders are behind a payment. */
export const bindOrders = (deps: OrdersDeps, ctx: MerchantContext, { incomeId, orderIds, reason }: Binding) =>
  ctx.once(async (tx) => {
    const { merchantId } = ctx;
    const fund = await requireFund(tx, merchantId, incomeId);
    await requireHere(tx, merchantId, incomeId);
    const unique = [...new Set(orderIds)];
    await lockQuota(tx, merchantId);
    const orders = await lockBindable(tx, merchantId, unique);
    if (orders.length !== unique.length) throw new Refusal("not_found");
    if (orders.some(({ state, currency }) => !PROVING_STATES.includes(state) || currency !== fund.currency)) {
      throw new Refusal("order.not_bindable");
    }
    const match = {
      merchantId,
      incomeId,
      orderIds: unique,
      ids: unique.map(() => deps.ids.next()),
      ground: "person",
      explanation: reason,
      boundBy: ctx.personName,
    } as const;
    const at = deps.clock.now();
    if ((await insertMatches(tx, match, at)) !== unique.length) throw new Refusal("order.already_bound");
    await tellMatched(deps, tx, { merchantId, incomeId, at });
    return { orders: unique.length };
  });

/** A person takes a set that was offered, however many orders it has. Whatever has changed meanwhile is looked at anew. */
export async function bindOffer(
  deps: OrdersDeps,
  ctx: MerchantContext,
  { incomeId, offer: key }: { incomeId: string; offer: string },
): Promise<{ orders: number }> {
  const { merchantId } = ctx;
  const { db } = deps.database;
  // With no connection in hand: that may be a month of orders.
  const { offers } = await offersFor(db, merchantId, await requireFund(db, merchantId, incomeId));
  const offer = offers.find((one) => one.key === key);
  return ctx.once(async (tx) => {
    if (!offer) throw new Refusal("order.offer_gone");
    await requireHere(tx, merchantId, incomeId);
    const { orderIds, explanation } = offer;
    if ((await lockProving(tx, merchantId, orderIds)).length !== orderIds.length) throw new Refusal("order.offer_gone");
    if (await isBound(tx, { merchantId, incomeId, orderIds })) throw new Refusal("order.already_bound");
    const ids = orderIds.map(() => deps.ids.next());
    const at = deps.clock.now();
    const match = {
      merchantId,
      incomeId,
      orderIds,
      ids,
      ground: "person",
      explanation,
      boundBy: ctx.personName,
    } as const;
    if ((await insertMatches(tx, match, at)) !== orderIds.length) throw new Refusal("order.already_bound");
    await tellMatched(deps, tx, { merchantId, incomeId, at });
    return { orders: orderIds.length };
  });
}

export const unbindOrders = (deps: OrdersDeps, ctx: MerchantContext, { incomeId, orderIds, reason }: Binding) =>
  ctx.once(async (tx) => {
    const unique = [...new Set(orderIds)];
    const freed = await unbindMatches(
      tx,
      { merchantId: ctx.merchantId, incomeId, orderIds: unique, reason },
      deps.clock.now(),
    );
    if (freed !== unique.length) throw new Refusal("order.not_bound");
    return { orders: freed };
  });

/** Everything that stands behind a payment, however much that is. */
export const unbindAll = (deps: OrdersDeps, ctx: MerchantContext, request: Omit<Binding, "orderIds">) =>
  ctx.once(async (tx) => {
    const all = { ...request, merchantId: ctx.merchantId, orderIds: "all" } as const;
    const orders = await unbindMatches(tx, all, deps.clock.now());
    if (orders === 0) throw new Refusal("order.not_bound");
    return { orders };
  });

/** All orders of one settlement, by its number. */
export const bindSerial = (
  deps: OrdersDeps,
  ctx: MerchantContext,
  platform: string,
  { incomeId, serial }: { incomeId: string; serial: string },
) =>
  ctx.once(async (tx) => {
    const { merchantId } = ctx;
    const fund = await findFund(tx, merchantId, incomeId);
    if (!fund || (fund.platform !== null && fund.platform !== platform)) throw new Refusal("not_found");
    await requireHere(tx, merchantId, incomeId);
    const listed = await listBySerial(tx, merchantId, platform, serial);
    const orders = await lockProving(tx, merchantId, listed);
    if (orders.length === 0) throw new Refusal("order.serial_unknown", { serial });
    if (orders.some(({ currency }) => currency !== fund.currency)) throw new Refusal("order.not_bindable");
    const orderIds = orders.map(({ id }) => id);
    const match = {
      merchantId,
      incomeId,
      orderIds,
      ids: orderIds.map(() => deps.ids.next()),
      ground: "serial",
      explanation: `结算单号 ${serial}`,
      boundBy: ctx.personName,
    } as const;
    const at = deps.clock.now();
    if ((await insertMatches(tx, match, at)) !== orderIds.length) throw new Refusal("order.already_bound");
    await tellMatched(deps, tx, { merchantId, incomeId, at });
    return {
      orders: orderIds.length,
      matched: moneyOf(
        fund.currency,
        orders.reduce((sum, { grantedMinor }) => sum + grantedMinor, 0n),
      ),
    };
  });
