/** How money of an order went back to its buyer. */
export const ORDER_REFUND_KINDS = { refund: "退款", chargeback: "拒付" } as const;
export type OrderRefundKind = keyof typeof ORDER_REFUND_KINDS;
export const ORDER_REFUND_KIND_NAMES = Object.keys(ORDER_REFUND_KINDS) as [OrderRefundKind, ...OrderRefundKind[]];

/** One line of a report that says so. */
export type RefundLine = {
  /** The same in every report that tells it: told twice, it is one. */
  key: string;
  kind: OrderRefundKind;
  /** Below nothing where the money came back to the seller after all. */
  minor: bigint;
  at: Date | null;
  /** What the platform calls it. */
  reference: string;
};
