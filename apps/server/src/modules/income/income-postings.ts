import {
  accountCode,
  holdCode,
  HOUSE_MERCHANT_ID,
  type AccountCode,
  type Money,
  type Transfer,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { resolutionPosting, type Posting } from "../ledger/index.ts";
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

/** The hold ends: the fee to the house, the rest to the account. */
export const creditPosting = (
  tx: Tx,
  { merchantId, id, reference, amount }: Ref,
  holdPostingId: string,
  fee: Money,
): Promise<Posting> =>
  resolutionPosting(
    tx,
    { merchantId, key: `income:${id}:credited`, reason: "income.credited", reference },
    holdPostingId,
    fee.minor > 0n ? [{ to: accountCode("house.fees", amount.currency), amount: fee }] : [],
  );

/** The hold ends: all of it leaves by the way it came. */
export const returnPosting = (tx: Tx, income: Ref, holdPostingId: string): Promise<Posting> =>
  resolutionPosting(
    tx,
    {
      merchantId: income.merchantId,
      key: `income:${income.id}:returned`,
      reason: "income.returned",
      reference: returnReference(income),
    },
    holdPostingId,
    [{ to: nostroOf(income), amount: income.amount }],
  );

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
