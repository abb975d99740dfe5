import type { Currency } from "../money/currencies.ts";

/** How money of an order went back to its buyer. */
export const ORDER_REFUND_KINDS = { refund: "退款", chargeback: "拒付" } as const;
export type OrderRefundKind = keyof typeof ORDER_REFUND_KINDS;
export const ORDER_REFUND_KIND_NAMES = Object.keys(ORDER_REFUND_KINDS) as [OrderRefundKind, ...OrderRefundKind[]];

/** One line of a report that says so. */
export type RefundLine = {
  /** The same in every report that tells it: told twice, it is one. */
  key: string;
  kind: OrderRefundKind;
  currency: Currency;
  /** Below nothing where the money came back to the seller after all. */
  minor: bigint;
  at: Date | null;
  /** What the platform calls it. */
  reference: string;
};

/** What all lines about an order say together. */
export type RefundSums = Record<OrderRefundKind, bigint>;
const atLeastNothing = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
/**
 * How far an order is refunded: a platform says it as one figure, or line by line, and the larger word counts. Chargebacks are in
 * no such figure: they come on top.
 */
export const refundedInAll = (figure: bigint, { refund, chargeback }: RefundSums): bigint =>
  (refund > figure ? refund : figure) + atLeastNothing(chargeback);
