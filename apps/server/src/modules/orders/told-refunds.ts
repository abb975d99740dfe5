import { moneyOf } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { OrdersDeps } from "./deps.ts";
import { listRefundable, noteRefunds, type NumberScope, type ToldRefund } from "./known-numbers-store.ts";
import { lockQuota } from "./quota-store.ts";
import { refundOrder } from "./quota.ts";
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
  for (const { id, orderNumber, currency, furtherMinor } of await listRefundable(tx, scope, refunds)) {
    const { kind } = refunds.find((refund) => refund.orderNumber === orderNumber && refund.currency === currency)!;
    await refundOrder(deps, tx, { merchantId: scope.merchantId, id }, moneyOf(currency, furtherMinor), kind);
  }
}
