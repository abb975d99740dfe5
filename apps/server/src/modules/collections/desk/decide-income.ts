import { Refusal } from "@coralhub/contract";
import { EVIDENCE_DAYS, INCOME_HOLDS, moneyText, type AuditAction, type IncomeState } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { lockAccount } from "../accounts-store.ts";
import type { CollectionsDeps } from "../deps.ts";
import { insertIncomeEvent } from "../income-events-store.ts";
import {
  findIncome,
  lockIncome,
  moveIncome,
  saveReturnProposal,
  type Income,
  type IncomeKey,
} from "../incomes-store.ts";
import { creditIncome, feeOf, giveBackIncome } from "../settle-income.ts";
import { papersHelp } from "../supplement-income.ts";
import { momentText, payerText, withoutFullStop } from "../tell-merchant.ts";

type Answer = { state: IncomeState };
type Reasoned = IncomeKey & { reason: string };
const DAY_MS = 86_400_000;

/** Only what is held and has been looked at by the rules is a person's to decide. */
export const mayDecide = ({ state, hold }: Income): boolean =>
  hold !== null && (state === "reviewing" || state === "needsEvidence" || state === "abnormal");

async function lockHeld(tx: Tx, key: IncomeKey): Promise<Income> {
  const income = await lockIncome(tx, key);
  if (!income) throw new Refusal("not_found");
  if (!mayDecide(income)) throw new Refusal("state.changed");
  return income;
}

type Recorded = IncomeKey & { action: AuditAction; detail?: Record<string, unknown> };
export const auditIncome = (
  deps: CollectionsDeps,
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

/** A person has looked and found it right. What the rules cannot overlook, a person cannot either. */
export async function creditByHand(deps: CollectionsDeps, ctx: OperatorContext, input: Reasoned): Promise<Answer> {
  const seen = await findIncome(deps.database.db, input);
  if (!seen) throw new Refusal("not_found");
  const [certifiedAs, fee] = await Promise.all([deps.certifiedAs(input.merchantId), feeOf(deps, seen)]);
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, input);
    if (income.returnProposedBy !== null) throw new Refusal("income.return_proposed");
    const account = await lockAccount(tx, { merchantId: income.merchantId, id: income.accountId }, "share");
    if (account?.state !== "open") throw new Refusal("income.account_frozen");
    if (certifiedAs === null) throw new Refusal("income.not_certified");
    await creditIncome(deps, tx, income, { fee, change: {}, note: null, actor: null });
    await auditIncome(deps, tx, ctx, {
      ...input,
      action: "income.credited",
      detail: { reason: input.reason, hold: income.hold },
    });
    return { state: "credited" };
  });
}

export function askEvidence(
  deps: CollectionsDeps,
  ctx: OperatorContext,
  { text, ...key }: IncomeKey & { text: string },
): Promise<Answer> {
  const dueAt = new Date(ctx.now.getTime() + EVIDENCE_DAYS * DAY_MS);
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, key);
    // The merchant could not hand them in: nothing would come of it but an overdue date.
    if (!papersHelp(income))
      throw new Refusal("income.papers_useless", { missing: INCOME_HOLDS[income.hold!].missing });
    if (!(await moveIncome(tx, key, "askEvidence", { at: ctx.now, holdNote: text, dueAt }))) {
      throw new Refusal("state.changed");
    }
    await insertIncomeEvent(tx, key, deps.ids.next(), { action: "askEvidence", note: text, actor: null, at: ctx.now });
    await deps.sendMessage(tx, {
      event: "income.evidence",
      merchantId: key.merchantId,
      data: {
        amount: moneyText(income.amount),
        from: payerText(income),
        text: withoutFullStop(text),
        due: momentText(dueAt),
      },
    });
    await auditIncome(deps, tx, ctx, { ...key, action: "income.asked", detail: { text } });
    return { state: "needsEvidence" };
  });
}

/** Money leaves by two different people: this is the first. */
export function proposeReturn(
  deps: CollectionsDeps,
  ctx: OperatorContext,
  { reason, ...key }: Reasoned,
): Promise<null> {
  const { id: by, name } = ctx.operator;
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, key);
    if (income.returnProposedBy !== null) throw new Refusal("income.return_proposed");
    await saveReturnProposal(tx, key, { reason, by, name, at: ctx.now });
    await insertIncomeEvent(tx, key, deps.ids.next(), {
      action: "proposeReturn",
      note: null,
      actor: null,
      at: ctx.now,
    });
    await auditIncome(deps, tx, ctx, { ...key, action: "income.return_proposed", detail: { reason } });
    return null;
  });
}

/** And this the second: sends it back, or finds that it should not be. */
export function decideReturn(
  deps: CollectionsDeps,
  ctx: OperatorContext,
  { decision, note, ...key }: IncomeKey & { decision: "approve" | "reject"; note: string },
): Promise<Answer> {
  return ctx.once(async (tx) => {
    const income = await lockHeld(tx, key);
    if (income.returnProposedBy === null) throw new Refusal("state.changed");
    if (income.returnProposedBy === ctx.operator.id) throw new Refusal("income.two_people");
    if (decision === "reject") {
      await saveReturnProposal(tx, key, null);
      const event = { action: "rejectReturn", note: null, actor: null, at: ctx.now } as const;
      await insertIncomeEvent(tx, key, deps.ids.next(), event);
      await auditIncome(deps, tx, ctx, { ...key, action: "income.return_rejected", detail: { note } });
      return { state: income.state };
    }
    await giveBackIncome(deps, tx, income, { reason: income.returnReason!, decidedBy: ctx.operator.id });
    await auditIncome(deps, tx, ctx, {
      ...key,
      action: "income.returned",
      detail: { note, proposedBy: income.returnProposedBy },
    });
    return { state: "returned" };
  });
}
