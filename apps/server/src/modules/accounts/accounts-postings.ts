import { accountCode, type Money } from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

/** What opening an account costs, from its own money. */
export const chargePosting = (
  {
    merchantId,
    chargeId,
    accountId,
    amount,
  }: { merchantId: string; chargeId: string; accountId: string; amount: Money },
  id: string,
): Posting => ({
  merchantId,
  id,
  key: `account-charge:${chargeId}`,
  reason: "fee.charged",
  transfers: [
    {
      from: accountCode("collection", amount.currency, accountId),
      to: accountCode("house.fees", amount.currency),
      amount,
    },
  ],
});

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = [
  {
    event: "opening fee of an account",
    posting: chargePosting(
      { merchantId: "merchant", chargeId: "charge", accountId: "account", amount: { currency: "USD", minor: 100_00n } },
      "charge",
    ),
  },
];
