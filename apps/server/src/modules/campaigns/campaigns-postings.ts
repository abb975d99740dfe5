import { accountCode, parseMoney, type Money } from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

export type RewardFacts = { merchantId: string; id: string; cause: string; amount: Money };

/** What the house gives away becomes the merchant's at once. */
export const rewardPosting = ({ merchantId, id, cause, amount }: RewardFacts): Posting => ({
  merchantId,
  id,
  key: `promotion:${cause}`,
  reason: "promotion.paid",
  reference: `PR${id.replaceAll("-", "").toUpperCase()}`,
  transfers: [
    { from: accountCode("house.promotion", amount.currency), to: accountCode("wallet", amount.currency), amount },
  ],
});

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = [
  {
    event: "a prize or a reward is paid",
    posting: rewardPosting({ merchantId: "m", id: "r", cause: "draw:d", amount: parseMoney("8.88", "USD") }),
  },
];
