import { Refusal } from "@coralhub/contract";
import {
  creditTakesTwo,
  EVIDENCE_DAYS,
  INCOME_HOLDS,
  incomeLifecycle,
  momentText,
  moneyText,
  withoutFullStop,
  type AuditAction,
  type CertificationKind,
  type IncomeProposal,
  type IncomeState,
  type Money,
} from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import { requireIndependent } from "../../operations/index.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor, type Actor } from "../../../platform/lifecycle-engine.ts";
import { lockAccount } from "../../accounts/index.ts";
import type { IncomeDeps } from "../deps.ts";
import type { IncomeStep } from "../income-events-store.ts";
import { findIncome, lockIncome, saveProposal, type Income, type IncomeKey } from "../incomes-store.ts";
import { creditIncome, feeOf, giveBackIncome } from "../settle-income.ts";
import { papersHelp } from "../supplement-income.ts";
import { payerText } from "../tell-merchant.ts";

type Answer = { state: IncomeState };
type Reasoned = IncomeKey & { reason: string };
const DAY_MS = 86_400_000;

/** Only what is held and has been looked at by the rules is a person's to decide. */
export const mayDecide = ({ state, hold }: Income): boolean =>
  hold !== null && incomeLifecycle.groups.open.includes(state);

async function lockHeld(tx: Tx, key: IncomeKey): Promise<Income> {
  const income = await lockIncome(tx, key);
  if (!income) throw new Refusal("not_found");
  if (!mayDecide(income)) throw new Refusal("state.changed");
  return income;
}

type Recorded = IncomeKey & { action: AuditAction; detail?: Record<string, unknown> };
export const auditIncome = (
  deps: IncomeDeps,
  tx: Tx,
  ctx: OperatorContext,
  { merchantId, id, action, detail }: Recorded,
): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `income:${id}`,
    address: ctx.address,
    detail: { merchantId, ...detail },
  });

type Terms = { certifiedAs: CertificationKind | null; fee: Money };
/** Asked before anything is locked. */
async function termsOf(deps: IncomeDeps, income: Income): Promise<Terms> {
  const [certifiedAs, fee] = await Promise.all([deps.certifiedAs(income.merchantId), feeOf(deps, income)]);
  return { certifiedAs, fee };
}

/** What the rules cannot overlook, a person cannot either. */
async function creditHeld(
  deps: IncomeDeps,
  tx: Tx,
  income: Income,
  { certifiedAs, fee, by, found }: Terms & { by: Actor; found: { decidedBy?: string } },
): Promise<void> {
  const account = await lockAccount(tx, { merchantId: income.merchantId, id: income.accountId }, "share");
  if (account?.state !== "open") throw new Refusal("income.account_frozen");
  if (certifiedAs === null) throw new Refusal("income.not_certified");
  await creditIncome(deps, tx, income, { fee, by, found });
}

/** A person has looked and found it right; what a list holds takes a second one. */
export async function creditByHand(deps: IncomeDeps, ctx: OperatorContext, input: Reasoned): Promise<Answer> {
  const seen = await findIncome(deps.database.db, input);
  if (!seen) throw new Refusal("not_found");
  const terms = await termsOf(deps, seen);
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, input);
    if (income.proposed !== null) throw new Refusal("income.proposed");
    if (creditTakesTwo(income.hold)) throw new Refusal("income.credit_takes_two");
    await creditHeld(deps, tx, income, { ...terms, by: operatorActor(ctx), found: {} });
    await auditIncome(deps, tx, ctx, {
      ...input,
      action: "income.credited",
      detail: { reason: input.reason, hold: income.hold },
    });
    return { state: "credited" };
  });
}

export function askEvidence(
  deps: IncomeDeps,
  ctx: OperatorContext,
  { text, ...key }: IncomeKey & { text: string },
): Promise<Answer> {
  const dueAt = new Date(ctx.now.getTime() + EVIDENCE_DAYS * DAY_MS);
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, key);
    // The merchant could not hand them in: nothing would come of it but an overdue date.
    if (!papersHelp(income))
      throw new Refusal("income.papers_useless", { missing: INCOME_HOLDS[income.hold!].missing });
    const data = {
      amount: moneyText(income.amount),
      from: payerText(income),
      text: withoutFullStop(text),
      due: momentText(dueAt),
      incomeId: key.id,
    };
    await deps.lifecycles.advance(tx, incomeLifecycle, key, "askEvidence", {
      by: operatorActor(ctx),
      at: ctx.now,
      set: { holdNote: text, evidenceDueAt: dueAt },
      note: text,
      message: { event: "income.evidence", data },
    });
    await auditIncome(deps, tx, ctx, { ...key, action: "income.asked", detail: { text } });
    return { state: "needsEvidence" };
  });
}

const PROPOSALS = {
  credit: {
    propose: { event: "proposeCredit", audit: "income.credit_proposed" },
    reject: { event: "rejectCredit", audit: "income.credit_rejected" },
  },
  return: {
    propose: { event: "proposeReturn", audit: "income.return_proposed" },
    reject: { event: "rejectReturn", audit: "income.return_rejected" },
  },
} as const satisfies Record<IncomeProposal, Record<string, { event: IncomeStep; audit: AuditAction }>>;

/** Money leaves, and what a list holds is credited, by two different people: this is the first. */
export function propose(
  deps: IncomeDeps,
  ctx: OperatorContext,
  what: IncomeProposal,
  { reason, ...key }: Reasoned,
): Promise<null> {
  const { id: by, name } = ctx.operator;
  const { event: action, audit } = PROPOSALS[what].propose;
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, key);
    if (income.proposed !== null) throw new Refusal("income.proposed");
    if (what === "credit" && !creditTakesTwo(income.hold)) throw new Refusal("state.changed");
    await saveProposal(tx, key, { what, reason, by, name, at: ctx.now });
    await deps.lifecycles.record(tx, incomeLifecycle, key, { action, by: operatorActor(ctx), at: ctx.now });
    await auditIncome(deps, tx, ctx, { ...key, action: audit, detail: { reason } });
    return null;
  });
}

type Decision = { what: IncomeProposal; decision: "approve" | "reject"; note: string };

/** And this the second: what was proposed happens, or is found wrong and the payment waits again. */
export async function decideProposal(
  deps: IncomeDeps,
  ctx: OperatorContext,
  { what, decision, note, ...key }: IncomeKey & Decision,
): Promise<Answer> {
  const seen = await findIncome(deps.database.db, key);
  if (!seen) throw new Refusal("not_found");
  const terms = what === "credit" ? await termsOf(deps, seen) : undefined;
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, key);
    const { proposed, proposedBy } = income;
    if (proposed !== what) throw new Refusal("state.changed");
    if (proposedBy === ctx.operator.id) throw new Refusal("income.two_people");
    if (proposedBy) await requireIndependent(tx, { maker: proposedBy, checker: ctx.operator.id, at: ctx.now });
    if (decision === "reject") {
      const { event: action, audit } = PROPOSALS[what].reject;
      await saveProposal(tx, key, null);
      await deps.lifecycles.record(tx, incomeLifecycle, key, { action, by: operatorActor(ctx), at: ctx.now });
      await auditIncome(deps, tx, ctx, { ...key, action: audit, detail: { note } });
      return { state: income.state };
    }
    const decidedBy = ctx.operator.id;
    const by = operatorActor(ctx);
    if (terms) await creditHeld(deps, tx, income, { ...terms, by, found: { decidedBy } });
    else await giveBackIncome(deps, tx, income, { reason: income.proposalReason!, by, decidedBy });
    await auditIncome(deps, tx, ctx, {
      ...key,
      action: terms ? "income.credited" : "income.returned",
      detail: { note, proposedBy, ...(terms && { reason: income.proposalReason, hold: income.hold }) },
    });
    return { state: terms ? "credited" : "returned" };
  });
}
