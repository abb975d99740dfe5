import {
  accountCode,
  holdCode,
  HOUSE_MERCHANT_ID,
  type AccountCode,
  type Money,
  type Transfer,
} from "@coralhub/domain";
import { resolutionTransfers, type Posting, type PostingExample } from "../ledger/index.ts";
import type { Income } from "./incomes-store.ts";
import type { UnclaimedIncome } from "./unclaimed-store.ts";

type Ref = Pick<Income, "merchantId" | "id" | "accountId" | "amount" | "rail" | "reference">;

export const collectionCode = ({ accountId, amount }: Pick<Ref, "accountId" | "amount">): AccountCode =>
  accountCode("collection", amount.currency, accountId);
const nostroOf = ({ rail, amount }: Pick<Ref, "rail" | "amount">): AccountCode =>
  accountCode("house.nostro", amount.currency, rail);
const clearingOf = (amount: Money): AccountCode => accountCode("house.clearing", amount.currency, "internal");
const suspenseOf = (amount: Money): AccountCode => accountCode("house.suspense", amount.currency);

/** The bank books a return under a number of its own. */
export const returnReference = ({ reference }: Pick<Ref, "reference">): string => `${reference}-R`;

const intoHold = (income: Ref, from: AccountCode): Transfer[] => {
  const { amount } = income;
  const account = collectionCode(income);
  return [
    { from, to: account, amount },
    { from: account, to: holdCode(account), amount },
  ];
};

/** It is there, and held: nostro → account → hold. */
export const arrivalPosting = (income: Ref, id: string): Posting => ({
  merchantId: income.merchantId,
  id,
  key: `income:${income.id}:arrived`,
  reason: "income.received",
  reference: income.reference,
  transfers: intoHold(income, nostroOf(income)),
});

/** The rules pass it as it comes: nobody holds it, it is the merchant's at once. Arrived either way, it arrives once. */
export const passedPosting = (income: Ref, id: string): Posting => ({
  ...arrivalPosting(income, id),
  reason: "income.credited",
  transfers: [{ from: nostroOf(income), to: collectionCode(income), amount: income.amount }],
});

/** What passing costs; of what was held the fee goes before the rest comes back. */
export const chargePosting = (income: Ref, fee: Money, id: string): Posting => ({
  merchantId: income.merchantId,
  id,
  key: `income:${income.id}:charged`,
  reason: "fee.charged",
  reference: income.reference,
  transfers: [{ from: collectionCode(income), to: accountCode("house.fees", fee.currency), amount: fee }],
});

/** Whose arrival a posting is, by its key. */
export const arrivedIn = (key: string): string | undefined => /^income:([^:]+):arrived$/.exec(key)?.[1];

type Held = Ref & { holdPostingId: string | null };

/** The hold ends: the fee to the house, the rest to the account. */
export const creditPosting = (income: Held, fee: Money, id: string): Posting => ({
  merchantId: income.merchantId,
  id,
  key: `income:${income.id}:credited`,
  reason: "income.credited",
  reference: income.reference,
  resolves: income.holdPostingId!,
  transfers: resolutionTransfers(collectionCode(income), income.amount, [
    { to: accountCode("house.fees", income.amount.currency), amount: fee },
  ]),
});

/** The hold ends: all of it leaves by the way it came. */
export const returnPosting = (income: Held, id: string): Posting => ({
  merchantId: income.merchantId,
  id,
  key: `income:${income.id}:returned`,
  reason: "income.returned",
  reference: returnReference(income),
  resolves: income.holdPostingId!,
  transfers: resolutionTransfers(collectionCode(income), income.amount, [
    { to: nostroOf(income), amount: income.amount },
  ]),
});

type Unclaimed = Pick<UnclaimedIncome, "id" | "rail" | "reference" | "amount">;

/** Nobody's yet: in the books of the house. */
export const unclaimedPosting = (income: Unclaimed, id: string): Posting => ({
  merchantId: HOUSE_MERCHANT_ID,
  id,
  key: `unclaimed:${income.id}:arrived`,
  reason: "income.received",
  reference: income.reference,
  transfers: [{ from: nostroOf(income), to: suspenseOf(income.amount), amount: income.amount }],
});

export const unclaimedReturnPosting = (income: Unclaimed): Posting => ({
  merchantId: HOUSE_MERCHANT_ID,
  key: `unclaimed:${income.id}:returned`,
  reason: "income.returned",
  reference: returnReference(income),
  transfers: [{ from: suspenseOf(income.amount), to: nostroOf(income), amount: income.amount }],
});

/** From the house's books into the merchant's, by way of the clearing account; there it is held like any arrival. */
export const assignmentPostings = (unclaimed: Unclaimed, income: Ref, holdPostingId: string): Posting[] => [
  {
    merchantId: HOUSE_MERCHANT_ID,
    key: `unclaimed:${unclaimed.id}:assigned`,
    reason: "house.settled",
    reference: unclaimed.reference,
    transfers: [{ from: suspenseOf(unclaimed.amount), to: clearingOf(unclaimed.amount), amount: unclaimed.amount }],
  },
  {
    merchantId: income.merchantId,
    id: holdPostingId,
    key: `income:${income.id}:arrived`,
    reason: "income.received",
    reference: income.reference,
    transfers: intoHold(income, clearingOf(income.amount)),
  },
];

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = (() => {
  const amount: Money = { currency: "USD", minor: 100_00n };
  const fee: Money = { currency: "USD", minor: 50n };
  const income = {
    merchantId: "merchant",
    id: "income",
    accountId: "account",
    amount,
    rail: "bank",
    reference: "reference",
    holdPostingId: "arrival",
  };
  const [given, taken] = assignmentPostings(income, income, "arrival") as [Posting, Posting];
  return [
    { event: "money arrives, and the rules pass it at once", posting: passedPosting(income, "arrival") },
    { event: "fee of money that was passed at once", posting: chargePosting(income, fee, "charge") },
    { event: "money arrives, and is held while the rules look at it", posting: arrivalPosting(income, "arrival") },
    { event: "held income credited, less its fee", posting: creditPosting(income, fee, "credit") },
    { event: "income sent back", posting: returnPosting(income, "return") },
    { event: "money for nobody arrives", posting: unclaimedPosting(income, "unclaimed") },
    { event: "money for nobody sent back", posting: unclaimedReturnPosting(income) },
    { event: "money for nobody given to a merchant: the house", posting: given },
    { event: "money for nobody given to a merchant: the merchant", posting: taken },
  ];
})();
