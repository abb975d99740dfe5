import { moneyOf } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { OrdersDeps } from "./deps.ts";
import { listRefundable, noteRefunds, type NumberScope, type ToldRefund } from "./known-numbers-store.ts";
import { lockQuota } from "./quota-store.ts";
import { refundOrders } from "./quota.ts";
import { sumRefundLines } from "./refunds-store.ts";

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
