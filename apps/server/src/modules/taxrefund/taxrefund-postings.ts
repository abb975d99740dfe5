import { accountCode, type Money } from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

type Paid = { merchantId: string; id: string; postingId: string; number: string; amount: Money<"CNY"> };

/** The tax office's money had arrived unclaimed: it is the merchant's from now on. */
export const paidPosting = ({ merchantId, id, postingId, number, amount }: Paid): Posting => ({
  merchantId,
  id: postingId,
  key: `taxrefund:${id}:paid`,
  reason: "taxrefund.paid",
  reference: number,
  transfers: [{ from: accountCode("house.suspense", "CNY"), to: accountCode("wallet", "CNY"), amount }],
});

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = [
  {
    event: "a tax refund has arrived",
    posting: paidPosting({
      merchantId: "merchant",
      id: "refund",
      postingId: "posting",
      number: "number",
      amount: { currency: "CNY", minor: 1_300_00n },
    }),
  },
];
