import { accountCode, type Currency, type Money } from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

/** What a step is about: whose money, for whom. `step` tells apart movements of the same kind. */
export type EscrowFacts = {
  buyerId: string;
  sellerId: string;
  id: string;
  step: string;
  amount: Money;
  reference: string;
};

const walletOf = (currency: Currency) => accountCode("wallet", currency);
const heldOf = ({ id, amount }: EscrowFacts) => accountCode("escrow", amount.currency, id);
const betweenOf = ({ amount }: EscrowFacts) => accountCode("house.clearing", amount.currency, "internal");

/** The buyer pays in: it is held under the agreement's own account. */
export const fundedPosting = (f: EscrowFacts, id: string): Posting => ({
  merchantId: f.buyerId,
  id,
  key: `escrow:${f.id}:funded`,
  reason: "escrow.funded",
  reference: f.reference,
  transfers: [{ from: walletOf(f.amount.currency), to: heldOf(f), amount: f.amount }],
});

/** Out of the buyer's books and into the seller's, together. */
export const releasedPostings = (f: EscrowFacts, ids: { buyer: string; seller: string }): Posting[] => [
  {
    merchantId: f.buyerId,
    id: ids.buyer,
    key: `escrow:${f.id}:released:${f.step}`,
    reason: "escrow.released",
    reference: f.reference,
    transfers: [{ from: heldOf(f), to: betweenOf(f), amount: f.amount }],
  },
  {
    merchantId: f.sellerId,
    id: ids.seller,
    key: `escrow:${f.id}:received:${f.step}`,
    reason: "escrow.received",
    reference: f.reference,
    transfers: [{ from: betweenOf(f), to: walletOf(f.amount.currency), amount: f.amount }],
  },
];

/** Back to the buyer. */
export const refundedPosting = (f: EscrowFacts, id: string): Posting => ({
  merchantId: f.buyerId,
  id,
  key: `escrow:${f.id}:refunded`,
  reason: "escrow.refunded",
  reference: f.reference,
  transfers: [{ from: heldOf(f), to: walletOf(f.amount.currency), amount: f.amount }],
});

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = (() => {
  const amount = { currency: "USD", minor: 1_000_00n } as const;
  const facts = { buyerId: "buyer", sellerId: "seller", id: "escrow", step: "1", amount, reference: "ref" };
  const [out, into] = releasedPostings(facts, { buyer: "out", seller: "in" });
  return [
    { event: "the buyer pays into escrow", posting: fundedPosting(facts, "posting") },
    { event: "escrow released, in the buyer's books", posting: out! },
    { event: "escrow released, in the seller's books", posting: into! },
    { event: "escrow given back to the buyer", posting: refundedPosting(facts, "posting") },
  ];
})();
