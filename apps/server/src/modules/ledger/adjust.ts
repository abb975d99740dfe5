import { Refusal } from "@coralhub/contract";
import {
  ACCOUNT_KINDS,
  accountParts,
  adjustmentLifecycle,
  moneyText,
  STATEMENT_KINDS,
  toShanghaiDay,
  type AccountCode,
  type Money,
} from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Together } from "../../platform/capability.ts";
import type { OperatorContext } from "../../platform/context.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Database } from "../../platform/db.ts";
import type { BankStatements } from "../../rails/bank-statements/index.ts";
import { insertAdjustment, lockAdjustment, readAdjustment } from "./adjustments-store.ts";
import { readPosting } from "./books-store.ts";
import { checkCorrection } from "./correct.ts";
import { readBankSides, requireMatch } from "./match-bank-line.ts";
import { operatorActor, type Lifecycles, type Message } from "../../platform/lifecycle-engine.ts";
import { requireIndependent } from "../operations/index.ts";
import type { Writer } from "./writer.ts";

export type AdjustDeps = {
  ids: Ids;
  audit: Audit;
  lifecycles: Lifecycles;
  writer: Pick<Writer, "postIn">;
  /** A closed account that gets something must be able to pay it out. */
  opensFor: Together["opensFor"];
  takenBack: Together["takenBack"];
  bookedByHand: Together["bookedByHand"];
  statements: BankStatements;
  database: Pick<Database, "db">;
};

export type AdjustmentProposal = {
  merchantId: string;
  from: string;
  to: string;
  amount: Money;
  corrects?: string | undefined;
  bankReference?: string | undefined;
  memo: string;
};

/** The first pair of hands: nothing moves yet. */
export async function proposeAdjustment(
  deps: AdjustDeps,
  ctx: OperatorContext,
  proposal: AdjustmentProposal,
): Promise<{ id: string }> {
  const { merchantId, amount, corrects = null, bankReference = null, memo } = proposal;
  const from = adjustable(proposal.from, "from", amount);
  const to = adjustable(proposal.to, "to", amount);
  if (from === to) throw new Refusal("ledger.account_unknown", {}, { to: "转入与转出不能是同一个账户" });
  const sides = await readBankSides(deps.statements, { from, to, amount, corrects, bankReference });
  return ctx.once(async (tx) => {
    const id = deps.ids.next();
    const madeBy = ctx.operator.id;
    if (corrects !== null) await checkCorrection(tx, { merchantId, corrects, from, to, amount });
    await requireMatch(tx, { amount, bankReference }, sides);
    const adjustment = { merchantId, id, from, to, amount, corrects, bankReference, memo, madeBy, madeAt: ctx.now };
    if (!(await insertAdjustment(tx, adjustment))) throw new Refusal("ledger.correction_pending");
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: madeBy },
      action: "ledger.adjustment_proposed",
      subject: `adjustment:${id}`,
      address: ctx.address,
      detail: {
        merchantId,
        from,
        to,
        amountMinor: String(amount.minor),
        currency: amount.currency,
        corrects,
        ...(bankReference !== null && { bankReference }),
        memo,
      },
    });
    return { id };
  });
}

/** Hold accounts belong to their holds; everything else may be corrected, in its own currency. */
function adjustable(code: string, field: string, amount: Money): AccountCode {
  let parts;
  try {
    parts = accountParts(code);
  } catch {
    throw new Refusal("ledger.account_unknown", {}, { [field]: "没有这样的账户" });
  }
  if (parts.kind === "hold") throw new Refusal("ledger.account_unknown", {}, { [field]: "冻结金额只能随冻结处理" });
  if (parts.currency !== amount.currency) {
    throw new Refusal("ledger.account_unknown", {}, { [field]: `账户币种不是 ${amount.currency}` });
  }
  return code as AccountCode;
}

/**
 * The merchant hears of what changes an account of their own, and why; between the house's accounts it is not theirs. Quota,
 * escrow and accrued interest are no part of the own money the list tells of: the message about them says all there is.
 */
function tellOf(
  adjustmentId: string,
  { from, to, amount, memo }: Told,
  correctedAt: Date | undefined,
): Message | undefined {
  const changed = [to, from].filter((code) => ACCOUNT_KINDS[kindOf(code)].side === "merchant");
  const own = changed.filter((code) => STATEMENT_KINDS.includes(kindOf(code)));
  const [first, second] = own.length > 0 ? own : changed;
  if (first === undefined) return undefined;
  const label = (code: string) => ACCOUNT_KINDS[kindOf(code)].label;
  const direction = first === to ? "增加" : "扣减";
  const reason = correctedAt ? `更正 ${toShanghaiDay(correctedAt)} 的记账，${memo}` : memo;
  const told = { amount: moneyText(amount), reason };
  const change = second === undefined ? `${label(first)}${direction}` : `${label(second)}调到${label(first)}`;
  return own.length > 0
    ? { event: "ledger.adjusted", data: { ...told, adjustmentId, change } }
    : { event: "ledger.claimAdjusted", data: { ...told, change } };
}
const kindOf = (code: string) => accountParts(code).kind;
type Told = Pick<AdjustmentProposal, "from" | "to" | "amount" | "memo">;

export type AdjustmentVerdict = { merchantId: string; id: string; decision: "approve" | "reject"; note: string };

/** The second pair of hands, never the same one: approving posts, in the same transaction. */
export async function decideAdjustment(
  deps: AdjustDeps,
  ctx: OperatorContext,
  verdict: AdjustmentVerdict,
): Promise<{ postingId: string | null }> {
  const { merchantId, id, decision, note } = verdict;
  const by = ctx.operator.id;
  const asked = decision === "approve" ? await readAdjustment(deps.database.db, merchantId, id) : undefined;
  const sides = asked?.state === "pending" ? await readBankSides(deps.statements, asked) : [];
  return ctx.once(async (tx) => {
    const adjustment = await lockAdjustment(tx, merchantId, id);
    if (!adjustment) throw new Refusal("not_found");
    if (adjustment.state !== "pending") throw new Refusal("state.changed");
    if (adjustment.madeBy === by) throw new Refusal("ledger.two_people");
    await requireIndependent(tx, { maker: adjustment.madeBy, checker: by, at: ctx.now });
    const postingId = decision === "approve" ? deps.ids.next() : null;
    const state = decision === "approve" ? "posted" : "rejected";
    const corrected = adjustment.corrects === null ? undefined : await readPosting(tx, merchantId, adjustment.corrects);
    const message = postingId === null ? undefined : tellOf(id, adjustment, corrected?.postedAt);
    await deps.lifecycles.advance(tx, adjustmentLifecycle, { merchantId, id }, decision, {
      by: operatorActor(ctx),
      at: ctx.now,
      set: { decidedBy: by, note, postingId },
      ...(message && { message }),
    });
    if (postingId !== null) {
      const { from, to, amount, corrects, bankReference } = adjustment;
      // A notice that is being taken at this moment is waited for: the books have it then, and no longer differ.
      for (const { rail } of sides) await deps.bookedByHand(tx, { rail, reference: bankReference!, postingId });
      await requireMatch(tx, adjustment, sides);
      if (corrects !== null) await checkCorrection(tx, { merchantId, corrects, from, to, amount });
      await deps.opensFor(tx, { merchantId, code: to });
      if (corrected) {
        const { key, reason } = corrected;
        await deps.takenBack(tx, { merchantId, key, reason, amount, at: ctx.now });
      }
      await deps.writer.postIn(tx, [
        {
          merchantId,
          id: postingId,
          key: `adjustment:${id}`,
          reason: corrects === null ? "adjustment" : "reversal",
          // What both sides are compared under; by its key it is known as the adjustment it is.
          reference: bankReference ?? id,
          ...(corrects !== null && { reverses: corrects }),
          transfers: [{ from, to, amount }],
        },
      ]);
    }
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: by },
      action: `ledger.adjustment_${state}`,
      subject: `adjustment:${id}`,
      address: ctx.address,
      detail: { merchantId, note, postingId },
    });
    return { postingId };
  });
}
