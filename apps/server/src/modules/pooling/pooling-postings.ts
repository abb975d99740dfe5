import { accountCode, transfer, type Currency, type Money } from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

export type Pooled = {
  merchantId: string;
  id: string;
  currency: Currency;
  targetId: string;
  lines: readonly { accountId: string; amount: Money }[];
};

/** Every part in one posting, under the preview's own key: all of it moves once, or nothing does. */
export const poolingPosting = ({ merchantId, id, currency, targetId, lines }: Pooled): Posting => ({
  merchantId,
  key: `pool:${id}`,
  reason: "pooling.merged",
  reference: id,
  transfers: lines.map(({ accountId, amount }) =>
    transfer(accountCode("collection", currency, accountId), accountCode("collection", currency, targetId), amount),
  ),
});

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = [
  {
    event: "accounts pooled",
    posting: poolingPosting({
      merchantId: "merchant",
      id: "merger",
      currency: "USD",
      targetId: "target",
      lines: [{ accountId: "source", amount: { currency: "USD", minor: 100_00n } }],
    }),
  },
];
