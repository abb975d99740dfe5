import { Refusal } from "@coralhub/contract";
import {
  accountCode,
  FROZEN_ACCOUNT_STATES,
  FROZEN_ACCOUNT_TEXT,
  bringForward,
  dueOf,
  isLate,
  LOAN_CURRENCY,
  loanLifecycle,
  moneyOf,
  moneyText,
  outstandingOf,
  OWING,
  payoffOf,
  takePayment,
  toShanghaiDay,
  type AccountCode,
  type IncomeShare,
  type Instalment,
  type LoanState,
  type Money,
  type RepaymentSource,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { heldFor } from "../outflow/index.ts";
import type { LendingDeps } from "./deps.ts";
import { chargedPosting, remittedPosting, repaidPosting } from "./lending-postings.ts";
import { findLoan, lockLoan, setIncomeShare, type Loan, type LoanKey } from "./loans-store.ts";
import { findRepayment, insertRepayment, markRemitted, readPlan, writePlan, type Repayment } from "./plans-store.ts";

export const REMIT_TOPIC = "lender.remit";
const WALLET = accountCode("wallet", LOAN_CURRENCY);
const usd = (minor: bigint): Money<typeof LOAN_CURRENCY> => moneyOf(LOAN_CURRENCY, minor);
const keyOf = ({ merchantId, id }: LoanKey) => ({ merchantId, id });

/** Money may be taken now: certified, and no alarm. Asked in the transaction that takes it. */
export const mayTake = async (deps: LendingDeps, tx: Tx, merchantId: string): Promise<boolean> =>
  !(await deps.ledger.payoutsStopped(tx)) && (await deps.certifiedAs(merchantId, tx)) !== null;

/** A loan held until the transaction ends, with its plan brought to today and everything that fell due in the books. */
export async function openLoan(
  deps: LendingDeps,
  tx: Tx,
  key: LoanKey,
): Promise<{ loan: Loan; plan: Instalment[]; day: string } | undefined> {
  const loan = await lockLoan(tx, key);
  if (!loan || !OWING.includes(loan.state)) return undefined;
  const day = toShanghaiDay(deps.clock.now());
  const { plan, charges } = bringForward(loan, await readPlan(tx, key), day);
  await deps.ledger.postIn(
    tx,
    charges.map((charge) => chargedPosting(loan, charge)),
  );
  await writePlan(tx, key, plan, { outstanding: outstandingOf(plan), due: dueOf(plan), day });
  return { loan, plan, day };
}

type Payment = { source: RepaymentSource; sourceId: string | null; sourceCode: AccountCode; amount: bigint; by: Actor };
export type Opened = NonNullable<Awaited<ReturnType<typeof openLoan>>>;
/** Takes as much of this amount as the loan can use; answers what was taken and where the loan stands. */
export async function collect(deps: LendingDeps, tx: Tx, { loan, plan, day }: Opened, payment: Payment) {
  const at = deps.clock.now();
  const key = keyOf(loan);
  const paid = takePayment(loan, plan, day, payment.amount);
  if (paid.taken > 0n) {
    const id = deps.ids.next();
    const postingId = deps.ids.next();
    const reference = `LR${id.replaceAll("-", "").toUpperCase()}`;
    const { source, sourceId, sourceCode } = payment;
    await deps.ledger.postIn(tx, [
      ...paid.charges.map((charge) => chargedPosting(loan, charge)),
      repaidPosting(loan, { id, postingId, reference, sourceCode, split: paid.split }),
    ]);
    await insertRepayment(tx, {
      merchantId: loan.merchantId,
      id,
      loanId: loan.id,
      source,
      sourceId,
      sourceCode,
      reference,
      ...paid.split,
      postingId,
      at,
    });
    await deps.outbox.enqueue(tx, { topic: REMIT_TOPIC, reference, merchantId: loan.merchantId, payload: { id } });
    await deps.lifecycles.record(tx, loanLifecycle, key, {
      by: payment.by,
      action: "repay",
      at,
      note: moneyText(usd(paid.taken)),
    });
  }
  const [outstanding, due] = [outstandingOf(paid.plan), dueOf(paid.plan)];
  const state = await settle(deps, tx, loan, {
    plan: paid.plan,
    day,
    outstanding,
    due,
    taken: paid.taken,
    by: payment.by,
  });
  await writePlan(tx, key, paid.plan, { outstanding, due, day });
  return { state, taken: usd(paid.taken), outstanding: usd(outstanding) };
}

type After = { plan: Instalment[]; day: string; outstanding: bigint; due: bigint; taken: bigint; by: Actor };
/** What follows from where the loan stands now: over, caught up, fallen behind, or just a word about the payment. */
async function settle(
  deps: LendingDeps,
  tx: Tx,
  loan: Loan,
  { plan, day, outstanding, due, taken, by }: After,
): Promise<LoanState> {
  const at = deps.clock.now();
  const key = keyOf(loan);
  const data = { amount: moneyText(loan.amount), id: loan.id };
  if (outstanding + due === 0n) {
    await writePlan(tx, key, plan, { outstanding, due, day });
    return deps.lifecycles.advance(tx, loanLifecycle, key, "close", {
      by,
      at,
      message: { event: "loan.closed", data },
    });
  }
  if (taken > 0n) {
    const repaid = { amount: moneyText(usd(taken)), left: moneyText(usd(outstanding)), id: loan.id };
    await deps.sendMessage(tx, { merchantId: loan.merchantId, event: "loan.repaid", data: repaid });
  }
  const late = isLate(plan, day);
  if (loan.state === "overdue" && !late) return deps.lifecycles.advance(tx, loanLifecycle, key, "catchUp", { by, at });
  if (loan.state === "active" && late) {
    const message = { event: "loan.overdue" as const, data: { due: moneyText(usd(due)), id: loan.id } };
    return deps.lifecycles.advance(tx, loanLifecycle, key, "fallBehind", { by: SYSTEM, at, message });
  }
  return loan.state;
}

/** By hand from the wallet: an amount, or whatever ends it. What the loan cannot use stays in the wallet. */
export function repayLoan(
  deps: LendingDeps,
  ctx: MerchantContext,
  { id, amount }: { id: string; amount: Money | null },
) {
  if (amount && amount.currency !== LOAN_CURRENCY) throw new Refusal("input.invalid", {}, { amount: "请用美元还款" });
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const opened = await openLoan(deps, tx, key);
    if (!opened) throw new Refusal((await findLoan(tx, key)) ? "state.changed" : "not_found");
    if (!(await mayTake(deps, tx, ctx.merchantId))) throw new Refusal("loan.money_stopped");
    const payoff = payoffOf(opened.loan, opened.plan, opened.day);
    const wanted = amount === null || amount.minor > payoff ? payoff : amount.minor;
    const balance = await deps.ledger.balance(ctx.merchantId, WALLET, tx);
    if (balance.minor < wanted)
      throw new Refusal("loan.balance_short", { missing: moneyText(usd(wanted - balance.minor)) });
    const by = merchantActor(ctx);
    const done = await collect(deps, tx, opened, {
      source: "hand",
      sourceId: null,
      sourceCode: WALLET,
      amount: wanted,
      by,
    });
    if (done.taken.minor === 0n) {
      const running =
        payoff - dueOf(opened.plan) - opened.plan.reduce((sum, row) => sum + (row.billed ? 0n : row.principal), 0n);
      throw new Refusal("loan.nothing_due", { least: moneyText(usd(running + 1n)) });
    }
    return done;
  });
}

export function shareIncome(
  deps: LendingDeps,
  ctx: MerchantContext,
  { id, incomeShare }: { id: string; incomeShare: IncomeShare },
): Promise<null> {
  const key = { merchantId: ctx.merchantId, id };
  return ctx.once(async (tx) => {
    const loan = await lockLoan(tx, key);
    if (!loan) throw new Refusal("not_found");
    if (!OWING.includes(loan.state)) throw new Refusal("state.changed");
    await setIncomeShare(tx, key, incomeShare, ctx.now);
    const note = incomeShare === 0 ? "不再按收款比例还款" : `每笔美元入账的 ${incomeShare}%`;
    await deps.lifecycles.record(tx, loanLifecycle, key, {
      by: merchantActor(ctx),
      action: "share",
      at: ctx.now,
      note,
    });
    return null;
  });
}

/** The books have let go of it already; while the account it came from is frozen, it does not leave. */
async function isFromFrozen(deps: LendingDeps, { merchantId, source, sourceCode }: Repayment): Promise<boolean> {
  if (source !== "income") return false;
  const frozen = (await deps.accounts.list(merchantId)).filter(({ state }) => FROZEN_ACCOUNT_STATES.includes(state));
  return frozen.some(({ id }) => accountCode("collection", LOAN_CURRENCY, id) === sourceCode);
}

/** The lender gets what was repaid; only then does our own account with it change. */
export const deliverRemittance =
  (deps: LendingDeps): OutboxHandler =>
  async ({ merchantId, payload, released }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const repayment = (await findRepayment(deps.database.db, key))!;
    const loan = (await findLoan(deps.database.db, { merchantId: key.merchantId, id: repayment.loanId }))!;
    const amount = repayment.principal + repayment.interest + repayment.penalty;
    const look = await deps.outflow.look({ ...key, released });
    if ("problem" in look) return heldFor(look.problem.text);
    if (!released && (await isFromFrozen(deps, repayment))) return heldFor(FROZEN_ACCOUNT_TEXT);
    const remittance = { reference: repayment.reference, about: loan.reference, amount: usd(amount) };
    await deps.lender.remit(remittance, look.cleared);
    await deps.database.transaction(async (tx) => {
      if (!(await markRemitted(tx, key, deps.clock.now()))) return;
      await deps.ledger.postIn(tx, [remittedPosting(loan, repayment.reference, amount)]);
    });
    return { result: "delivered" };
  };
