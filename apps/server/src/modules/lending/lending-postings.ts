import {
  accountCode,
  moneyOf,
  type AccountCode,
  type Charge,
  type LoanCurrency,
  type Money,
  type Split,
} from "@coralhub/domain";
import type { Posting, PostingExample } from "../ledger/index.ts";

type Amount = Money<LoanCurrency>;
/** What a step is about: whose loan, and by which lender. */
export type LoanFacts = { merchantId: string; id: string; amount: Amount; rail: string };

const WALLET = accountCode("wallet", "USD");
const principalOf = ({ id }: LoanFacts) => accountCode("house.loan", "USD", id);
const duesOf = ({ id }: LoanFacts) => accountCode("house.loan_due", "USD", id);
const lenderOf = ({ rail }: LoanFacts) => accountCode("house.lender", "USD", rail);
const nostroOf = ({ rail }: LoanFacts) => accountCode("house.nostro", "USD", rail);
const usd = (minor: bigint): Amount => moneyOf("USD", minor);

/** The lender has paid out: the money is the merchant's, who owes it, and we owe it on to the lender. */
export const drawnPosting = (loan: LoanFacts, reference: string): Posting => ({
  merchantId: loan.merchantId,
  key: `loan:${loan.id}:drawn`,
  reason: "loan.drawn",
  reference,
  transfers: [
    { from: nostroOf(loan), to: WALLET, amount: loan.amount },
    { from: principalOf(loan), to: lenderOf(loan), amount: loan.amount },
  ],
});

/** Interest or a penalty has fallen due: owed by the merchant, and by us to the lender. */
export const chargedPosting = (loan: LoanFacts, { no, kind, day, amount }: Charge): Posting => ({
  merchantId: loan.merchantId,
  key: `loan:${loan.id}:charged:${kind}:${no}:${day}`,
  reason: "loan.charged",
  transfers: [{ from: duesOf(loan), to: lenderOf(loan), amount: usd(amount) }],
});

type Repaid = { id: string; postingId: string; reference: string; sourceCode: AccountCode; split: Split };
/** A repayment: the merchant owes that much less. The lender gets it next. */
export const repaidPosting = (loan: LoanFacts, { id, postingId, reference, sourceCode, split }: Repaid): Posting => ({
  merchantId: loan.merchantId,
  id: postingId,
  key: `loan:${loan.id}:repaid:${id}`,
  reason: "loan.repaid",
  reference,
  transfers: [
    { from: sourceCode as typeof WALLET, to: duesOf(loan), amount: usd(split.interest + split.penalty) },
    { from: sourceCode as typeof WALLET, to: principalOf(loan), amount: usd(split.principal) },
  ].filter(({ amount }) => amount.minor > 0n),
});

/** The lender has the repayment, as its statement tells it. */
export const remittedPosting = (loan: LoanFacts, reference: string, amount: bigint): Posting => ({
  merchantId: loan.merchantId,
  key: `loan:${loan.id}:remitted:${reference}`,
  reason: "loan.remitted",
  reference,
  transfers: [{ from: lenderOf(loan), to: nostroOf(loan), amount: usd(amount) }],
});

/** What the table of postings shows. @public */
export const POSTING_EXAMPLES: readonly PostingExample[] = (() => {
  const loan = { merchantId: "merchant", id: "loan", amount: usd(1_000_00n), rail: "lender" };
  const split = { principal: 80_00n, interest: 9_00n, penalty: 1_00n };
  return [
    { event: "loan paid out by the lender", posting: drawnPosting(loan, "ref") },
    {
      event: "interest or a penalty falls due",
      posting: chargedPosting(loan, { no: 1, kind: "interest", day: "2026-01-01", amount: 9_00n }),
    },
    {
      event: "repayment by hand, when due, or by a share of income",
      posting: repaidPosting(loan, {
        id: "repayment",
        postingId: "posting",
        reference: "ref",
        sourceCode: WALLET,
        split,
      }),
    },
    { event: "the lender has the repayment, as its statement tells it", posting: remittedPosting(loan, "ref", 90_00n) },
  ];
})();
