import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  asksForOrders,
  moneyOf,
  moneyText,
  orderRowLifecycle,
  quotaCode,
  quotaNeeded,
  quotaUseLifecycle,
  splitWithdrawal,
  type Currency,
  type Money,
  type QuotaStanding,
  type QuotaUseKind,
} from "@coralhub/domain";
import type { Db, Tx } from "../../platform/db.ts";
import { RAIL, SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import {
  consumedPosting,
  grantedPosting,
  releasedPosting,
  reservedPosting,
  withdrawnPosting,
} from "./orders-postings.ts";
import { findUse, giveOrdersBack, insertUse, listDemand, lockQuota, lowerGrant, takeOrders } from "./quota-store.ts";
import { lockOrders, type OrderKey } from "./rows-store.ts";

/** A move of money into CNY, as its owner knows it. */
export type Move = {
  merchantId: string;
  id: string;
  kind: QuotaUseKind;
  reference: string;
  amount: Money;
  /** Of the platforms whose money it is taken from; null: an account where money of several lies. */
  platforms: readonly (string | null)[];
};

export async function standingOf(
  deps: OrdersDeps,
  within: Db | Tx,
  merchantId: string,
  currency: Currency,
): Promise<QuotaStanding> {
  const read = (code: Parameters<OrdersDeps["ledger"]["balance"]>[1]) => deps.ledger.balance(merchantId, code, within);
  const open = await read(quotaCode(currency, "open"));
  const reserved = await read(quotaCode(currency, "reserved"));
  const used = await read(quotaCode(currency, "used"));
  const debt = await read(accountCode("house.quota_debt", currency));
  return { open: open.minor, reserved: reserved.minor, used: used.minor, debt: -debt.minor };
}

/** What platforms that ask for orders have paid in, in one currency. */
export async function creditedBy(db: Db | Tx, merchantId: string, currency: Currency): Promise<bigint> {
  const demand = await listDemand(db, merchantId);
  return demand
    .filter((row) => row.currency === currency && asksForOrders(row.platform === "" ? null : row.platform))
    .reduce((sum, { minor }) => sum + minor, 0n);
}

/** Orders have passed: their worth may be used. One posting for what belongs together. */
export async function grantQuota(
  deps: OrdersDeps,
  tx: Tx,
  { merchantId, key, reference, amount }: { merchantId: string; key: string; reference: string; amount: Money },
): Promise<void> {
  if (amount.minor <= 0n) return;
  await lockQuota(tx, merchantId);
  const { debt } = await standingOf(deps, tx, merchantId, amount.currency);
  await deps.ledger.postIn(tx, [grantedPosting({ merchantId, key, reference, amount, debt })]);
}

/** How much of a move must be proven by orders, and what is there for it. */
async function needOf(
  deps: OrdersDeps,
  tx: Db | Tx,
  { merchantId, amount, platforms }: Omit<Move, "id" | "kind" | "reference">,
) {
  const standing = await standingOf(deps, tx, merchantId, amount.currency);
  const isAsked = platforms.some((platform) => asksForOrders(platform));
  const credited = isAsked ? await creditedBy(tx, merchantId, amount.currency) : 0n;
  return { standing, needed: quotaNeeded(amount.minor, credited, standing.reserved + standing.used) };
}

/** Before anybody confirms: null where there is enough. */
export async function missingFor(
  deps: OrdersDeps,
  move: Omit<Move, "id" | "kind" | "reference">,
): Promise<Money | null> {
  const { standing, needed } = await needOf(deps, deps.database.db, move);
  return needed > standing.open ? moneyOf(move.amount.currency, needed - standing.open) : null;
}

/** With the confirmation: sets quota aside, or says how much is missing. */
export async function reserveQuota(deps: OrdersDeps, tx: Tx, move: Move): Promise<void> {
  const { merchantId, id, kind, reference, amount } = move;
  const { currency } = amount;
  await lockQuota(tx, merchantId);
  const { standing, needed } = await needOf(deps, tx, move);
  if (needed === 0n) return;
  if (needed > standing.open) {
    throw new Refusal("quota.short", {
      missing: moneyText(moneyOf(currency, needed - standing.open)),
      available: moneyText(moneyOf(currency, standing.open)),
    });
  }
  const at = deps.clock.now();
  const before = await findUse(tx, merchantId, id);
  const attempt = (before?.attempt ?? 0) + 1;
  if (before) {
    const set = { amountMinor: needed, attempt };
    await deps.lifecycles.advance(tx, quotaUseLifecycle, { merchantId, id }, "reserveAgain", { by: SYSTEM, at, set });
  } else await insertUse(tx, { merchantId, id, kind, reference, currency, amountMinor: needed }, at);
  const taken = moneyOf(currency, needed);
  await deps.ledger.postIn(tx, [reservedPosting({ merchantId, id, attempt, reference, amount: taken })]);
}

/** It has settled. Nothing happens where it took none. */
export async function consumeQuota(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  id: string,
  by: Actor = RAIL,
): Promise<void> {
  const use = await findUse(tx, merchantId, id);
  if (use?.state !== "reserved") return;
  await lockQuota(tx, merchantId);
  const amount = moneyOf(use.currency, use.amountMinor);
  await deps.lifecycles.advance(tx, quotaUseLifecycle, { merchantId, id }, "consume", { by, at: deps.clock.now() });
  await deps.ledger.postIn(tx, [consumedPosting({ ...use, amount })]);
  await takeOrders(tx, use);
}

/** It has failed, was cancelled, or came back. Nothing happens where it took none. */
export async function releaseQuota(
  deps: OrdersDeps,
  tx: Tx,
  merchantId: string,
  id: string,
  by: Actor = RAIL,
): Promise<void> {
  const use = await findUse(tx, merchantId, id);
  if (!use || use.state === "released") return;
  await lockQuota(tx, merchantId);
  const { debt } = await standingOf(deps, tx, merchantId, use.currency);
  const from = use.state === "reserved" ? "reserved" : "used";
  const amount = moneyOf(use.currency, use.amountMinor);
  await deps.lifecycles.advance(tx, quotaUseLifecycle, { merchantId, id }, "release", { by, at: deps.clock.now() });
  await deps.ledger.postIn(tx, [releasedPosting({ ...use, amount, from, debt })]);
  await giveOrdersBack(tx, { merchantId, id });
}

/** A buyer got money back: the order is worth less, and where that is used already it is owed. */
export async function refundOrder(
  deps: OrdersDeps,
  tx: Tx,
  key: OrderKey,
  wanted: Money,
): Promise<{ taken: Money; owed: Money }> {
  const { merchantId, id } = key;
  await lockQuota(tx, merchantId);
  const [order] = await lockOrders(tx, merchantId, [id]);
  if (!order || order.currency !== wanted.currency) throw new Refusal("not_found");
  const minor = wanted.minor < order.grantedMinor ? wanted.minor : order.grantedMinor;
  const amount = moneyOf(wanted.currency, minor);
  if (minor === 0n) return { taken: amount, owed: amount };
  const { open } = await standingOf(deps, tx, merchantId, wanted.currency);
  const split = splitWithdrawal(amount, open);
  const at = deps.clock.now();
  const reference = order.orderNumber ?? id;
  const posting = withdrawnPosting({
    merchantId,
    key: `${id}:${order.refundedMinor + minor}`,
    reference,
    amount,
    open,
  });
  await deps.ledger.postIn(tx, [posting]);
  await lowerGrant(tx, merchantId, id, minor);
  await deps.lifecycles.advance(tx, orderRowLifecycle, { merchantId, id }, "reduce", { by: RAIL, at });
  if (split.owed.minor > 0n) {
    const data = { amount: moneyText(split.owed), order: reference };
    await deps.sendMessage(tx, { merchantId, event: "orders.debt", data });
  }
  return split;
}
