import { Refusal, type LoanDetail } from "@coralhub/contract";
import {
  bringForward,
  dueOf,
  LOAN_CURRENCY,
  LOAN_STEPS,
  loanLifecycle,
  loanProduct,
  largestLoan,
  moneyOf,
  nextDue,
  OWING,
  papersNeeded,
  payoffOf,
  smallestLoan,
  toShanghaiDay,
  type Instalment,
  type LoanStep,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import { availableOf } from "./apply-for-loan.ts";
import type { LendingDeps } from "./deps.ts";
import { findLoan, listPapers, type Loan, type LoanKey } from "./loans-store.ts";
import { offerUntil } from "./offers.ts";
import { listRepayments, readPlan, type Repayment } from "./plans-store.ts";
import { loanRatesOn } from "./rates.ts";
import { recordStep } from "./review-loan.ts";
import { scoreMerchant } from "./score-merchant.ts";

const usd = (minor: bigint) => moneyOf(LOAN_CURRENCY, minor);

/** What can be borrowed, and what the merchant's own income says to that. */
export async function describeOverview(deps: LendingDeps, merchantId: string, now: Date) {
  const rates = await loanRatesOn(deps, now);
  const { owed, open, ...score } = await scoreMerchant(deps, merchantId, now);
  return {
    products: rates.map(({ product, rate }) => {
      const { name, about, lender, terms, ways } = loanProduct(product);
      return {
        product,
        name,
        about,
        lender,
        rate,
        terms: [...terms],
        ways: [...ways],
        minimum: smallestLoan(product),
        maximum: largestLoan(product),
        available: availableOf(product, score.limit),
        papers: [...papersNeeded(product)],
      };
    }),
    score,
    owed: usd(owed),
    open,
  };
}

const lineOf = (row: Instalment, day: string): LoanDetail["plan"][number] => {
  const paid = row.paidPrincipal + row.paidInterest + row.paidPenalty;
  const left = row.principal + row.interest + row.penalty - paid;
  return {
    no: row.no,
    dueOn: row.dueOn,
    principal: usd(row.principal),
    interest: usd(row.interest),
    penalty: usd(row.penalty),
    paid: usd(paid),
    left: usd(left),
    state: left === 0n ? "paid" : !row.billed ? "coming" : row.dueOn < day ? "late" : "due",
  };
};

const repaymentOf = ({ id, reference, at, source, principal, interest, penalty }: Repayment) => ({
  id,
  reference,
  at,
  source,
  amount: usd(principal + interest + penalty),
  principal: usd(principal),
  interest: usd(interest),
  penalty: usd(penalty),
});

/** What is owed today, even where the hourly job has not come by yet. */
export function standingOf(loan: Loan, stored: readonly Instalment[], now: Date) {
  const day = toShanghaiDay(now);
  const plan = OWING.includes(loan.state) ? bringForward(loan, stored, day).plan : [...stored];
  return { day, plan, due: usd(dueOf(plan)), payoff: usd(payoffOf(loan, plan, day)) };
}

export async function describeLoan(deps: LendingDeps, key: LoanKey, now: Date): Promise<LoanDetail> {
  const { db } = deps.database;
  const loan = await findLoan(db, key);
  if (!loan) throw new Refusal("not_found");
  // After the state: read side by side, a loan that was paid out meanwhile would be owed without a plan.
  const [stored, repayments, papers, events] = await Promise.all([
    readPlan(db, key),
    listRepayments(db, key),
    listPapers(db, key),
    deps.lifecycles.timeline(db, loanLifecycle, key),
  ]);
  const { day, plan, due, payoff } = standingOf(loan, stored, now);
  const next = nextDue(plan);
  const lines = plan.map((row) => lineOf(row, day));
  return {
    id: loan.id,
    state: loan.state,
    product: loan.product,
    amount: loan.amount,
    asked: loan.asked,
    rate: loan.rate,
    termMonths: loan.termMonths,
    way: loan.way,
    purpose: loan.purpose,
    reference: loan.reference,
    reason: loan.reason,
    outstanding: usd(loan.outstanding),
    createdAt: loan.createdAt,
    offerUntil: loan.state === "approved" ? offerUntil(loan.approvedAt!) : null,
    drawnOn: loan.drawnOn,
    incomeShare: loan.incomeShare,
    due,
    payoff,
    next: next ? { dueOn: next.dueOn, amount: lines.find(({ no }) => no === next.no)!.left } : null,
    score: loan.score,
    papers,
    plan: lines,
    repayments: repayments.map(repaymentOf),
    timeline: events.map(({ action, note, at }) => ({
      action: action as LoanStep,
      label: LOAN_STEPS[action as LoanStep],
      note,
      at,
    })),
  };
}

/** The desk's look is written down. */
export async function describeLoanCase(deps: LendingDeps, ctx: OperatorContext, key: LoanKey) {
  const detail = await describeLoan(deps, key, ctx.now);
  await deps.database.transaction((tx) => recordStep(deps, tx, ctx, { ...key, action: "loan.viewed" }));
  return { ...detail, merchantId: key.merchantId };
}
