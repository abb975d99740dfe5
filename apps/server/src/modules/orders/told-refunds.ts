import { isCountedByShop, moneyOf } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { OrdersDeps } from "./deps.ts";
import { listRefundable, noteRefunds, type NumberScope, type ToldRefund } from "./known-numbers-store.ts";
import { lockQuota } from "./quota-store.ts";
import { refundOrders } from "./quota.ts";
import { listOthersRefunded, sumRefundLines } from "./refunds-store.ts";

/** Orders that were brought before may be refunded later: what is still to be looked at is worth less, what has passed is taken back. */
export async function takeRefunds(
  deps: OrdersDeps,
  tx: Tx,
  scope: NumberScope,
  told: readonly ToldRefund[],
): Promise<void> {
  if (told.length === 0) return;
  // A platform may say an order twice: the larger word counts.
  const byWord = told.toSorted((a, b) => (a.refundedMinor < b.refundedMinor ? -1 : 1));
  const figures = [...new Map(byWord.map((refund) => [`${refund.currency} ${refund.orderNumber}`, refund])).values()];
  // Every refund of this merchant passes here: what is read behind it is how far the orders are refunded. Before the orders, as
  // everybody does who takes both.
  await lockQuota(tx, scope.merchantId);
  const linesOf = await sumRefundLines(
    tx,
    scope,
    figures.map(({ orderNumber }) => orderNumber),
  );
  const refunds = figures.map((one) => ({ ...one, lines: linesOf(one) }));
  await noteRefunds(tx, scope, refunds);
  const kinds = new Map(refunds.map(({ orderNumber, currency, kind }) => [`${currency} ${orderNumber}`, kind]));
  const further = await listRefundable(tx, scope, refunds);
  await refundOrders(
    deps,
    tx,
    scope.merchantId,
    further.map(({ id, orderNumber, currency, furtherMinor }) => ({
      id,
      amount: moneyOf(currency, furtherMinor),
      kind: kinds.get(`${currency} ${orderNumber}`),
    })),
  );
}

export const OTHERS_JOB = "orders.refunds";
/** Whoever takes in an order at this moment has written it down by then, or reads what was told. */
const A_MOMENT_MS = 60_000;
export type ToldToOthers = Pick<NumberScope, "merchantId" | "platform" | "shopId"> & { numbers: string[] };

/** The same orders may be another merchant's: the shop was that one's before, or both name one. */
export async function tellOthers(deps: OrdersDeps, tx: Tx, scope: NumberScope, numbers: string[]): Promise<void> {
  const { merchantId, platform, shopId } = scope;
  // What is this store's alone nobody else has.
  if (shopId === null && isCountedByShop(platform)) return;
  const startAfter = new Date(deps.clock.now().getTime() + A_MOMENT_MS);
  await deps.jobs.send(tx, OTHERS_JOB, { merchantId, platform, shopId, numbers } satisfies ToldToOthers, {
    startAfter,
  });
}

/** Each of them in a transaction of its own: nobody holds two merchants' quota. */
export async function takeOthersRefunds(deps: OrdersDeps, { numbers, ...told }: ToldToOthers): Promise<void> {
  const { transaction } = deps.database;
  const scope = { ...told, storeId: null };
  const others = await transaction((tx) => listOthersRefunded(tx, scope, numbers));
  for (const [merchantId, refunds] of others)
    await transaction((tx) => takeRefunds(deps, tx, { ...scope, merchantId }, refunds));
}
