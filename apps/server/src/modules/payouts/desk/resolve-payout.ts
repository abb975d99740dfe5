import { Refusal, type UploadedFile } from "@coralhub/contract";
import { moneyText, payoutLifecycle, resolutionLifecycle, STUCK_HOURS, type Resolution } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import type { StatementLine } from "../../../rails/bank-statements/index.ts";
import type { PayoutAnswer } from "../apply-for-payout.ts";
import { enqueuePayment, PAY_TOPIC } from "../hold-together.ts";
import type { PayoutsDeps } from "../deps.ts";
import { requireIndependent } from "../../operations/index.ts";
import { findPayout, lockPayout, markSent, type Payout, type PayoutKey } from "../payouts-store.ts";
import { recordEnds } from "../bank-outcome.ts";
import { auditPayout } from "./decide-payout.ts";
import { findProposal, insertProposal, type Proposal } from "./resolutions-store.ts";

const EVIDENCE = "payout evidence";
const DAY_MS = 86_400_000;

export async function uploadEvidence(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { merchantId, id, file }: PayoutKey & { file: UploadedFile },
) {
  if (!(await findPayout(deps.database.db, { merchantId, id }))) throw new Refusal("not_found");
  const received = await deps.files.receive({
    ownerId: merchantId,
    purpose: EVIDENCE,
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id: fileId, fileName } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId, fileName };
}

/**
 * What the bank's own statement says of a payment, from the day before it was confirmed; null of a bank that gives none, or none
 * yet that would have to name it.
 */
export async function statementOf(deps: PayoutsDeps, payout: Payout): Promise<StatementLine[] | null> {
  if (!deps.statements.rails().includes(payout.rail)) return null;
  const from = new Date((payout.confirmedAt ?? payout.createdAt).getTime() - DAY_MS);
  const lines = await deps.statements.lines(payout.rail, from, new Date(deps.clock.now().getTime() + 1));
  const own = lines.filter(({ reference }) => reference === payout.reference);
  if (own.length > 0) return own;
  const reaches = await deps.statements.reaches(payout.rail);
  return reaches === null || reaches < (payout.sentAt ?? payout.createdAt) ? null : own;
}

/**
 * The books say what the bank has to have paid: this amount in this currency under this reference, once. A statement that says
 * something else (another amount or currency, twice) is a question for the bank, whatever is wanted. Where a bank gives no
 * statement, whoever proposes says so, and it is written down.
 */
function compare(
  payout: Payout,
  wanted: { resolution: Resolution; noStatement: boolean },
  lines: StatementLine[] | null,
): void {
  if (lines === null) {
    if (!wanted.noStatement) throw new Refusal("payout.no_statement");
    return;
  }
  if (wanted.noStatement) throw new Refusal("payout.statement_exists");
  const { currency, minor } = payout.price!.arrives;
  const net = lines.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const paid = lines.filter(({ amount }) => amount.minor < 0n);
  const isStrange = lines.some(({ amount }) => amount.currency !== currency || abs(amount.minor) !== minor);
  if (isStrange || (net !== 0n && net !== -minor)) {
    throw new Refusal("payout.statement_differs", {
      booked: moneyText(payout.price!.arrives),
      said: lines.map(({ amount }) => moneyText(amount)).join("、"),
    });
  }
  if (wanted.resolution === "settle" && net === 0n) {
    throw new Refusal(paid.length === 0 ? "payout.statement_silent" : "payout.statement_reversed");
  }
  if (wanted.resolution !== "settle" && net !== 0n) throw new Refusal("payout.statement_says_paid");
}
const abs = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/** As it is kept beside the proposal and in the audit log. */
const statementJson = (lines: readonly StatementLine[] | null) =>
  lines?.map(({ amount, bookedAt }) => ({
    currency: amount.currency,
    minor: amount.minor.toString(),
    bookedAt: bookedAt.toISOString(),
  })) ?? "none";

/** Counted from the last time it went to the bank: one just approved, or just sent again, has a bank that may yet answer. */
export const isStuck = (deps: PayoutsDeps, { state, sentAt }: Payout): boolean =>
  state === "processing" && sentAt !== null && deps.clock.now().getTime() - sentAt.getTime() >= STUCK_HOURS * 3_600_000;

type Wanted = PayoutKey & { resolution: Resolution; note: string; evidenceFileId: string; noStatement: boolean };
export async function proposeResolution(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  wanted: Wanted,
): Promise<{ id: string }> {
  const { merchantId, id, resolution, note, evidenceFileId, noStatement } = wanted;
  const key = { merchantId, id };
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "processing") throw new Refusal("payout.not_processing");
  if (!isStuck(deps, payout)) throw new Refusal("payout.not_stuck", { hours: STUCK_HOURS });
  const evidence = await deps.files.find(merchantId, evidenceFileId);
  if (evidence?.purpose !== EVIDENCE) throw new Refusal("payee.paper_unknown");
  const lines = await statementOf(deps, payout);
  compare(payout, wanted, lines);
  return ctx.once(async (tx) => {
    const proposal: Proposal = {
      id: deps.ids.next(),
      resolution,
      note,
      evidenceFileId,
      noStatement,
      proposedBy: ctx.operator.id,
      proposedAt: deps.clock.now(),
    };
    const statement = statementJson(lines);
    if (!(await insertProposal(tx, key, { ...proposal, statement }))) throw new Refusal("payout.already_proposed");
    await auditPayout(deps, tx, ctx, key, {
      action: "payout.resolution_proposed",
      detail: { resolution, note, evidenceFileId, statement },
    });
    return { id: proposal.id };
  });
}

type Verdict = PayoutKey & { resolutionId: string; decision: "carryOut" | "turnDown" };
/** The second person. The statement is read again: it may have come meanwhile. */
export async function decideResolution(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { resolutionId, decision, ...key }: Verdict,
): Promise<PayoutAnswer> {
  const seen = await findPayout(deps.database.db, key);
  if (!seen) throw new Refusal("not_found");
  const lines = await statementOf(deps, seen);
  return ctx.once(async (tx) => {
    const payout = (await lockPayout(tx, key))!;
    const proposal = await findProposal(tx, key);
    if (proposal?.id !== resolutionId) throw new Refusal("state.changed");
    if (proposal.proposedBy === ctx.operator.id) throw new Refusal("payout.same_person");
    await requireIndependent(tx, { maker: proposal.proposedBy, checker: ctx.operator.id, at: ctx.now });
    const at = deps.clock.now();
    const by = operatorActor(ctx);
    const change = { at, by, set: { decidedBy: ctx.operator.id, decidedAt: at } };
    const own = { merchantId: key.merchantId, id: resolutionId };
    await deps.lifecycles.advance(tx, resolutionLifecycle, own, decision, change);
    const { resolution, evidenceFileId } = proposal;
    const action = decision === "carryOut" ? "payout.resolution_carried_out" : "payout.resolution_turned_down";
    const detail = { resolution, evidenceFileId, statement: statementJson(lines) };
    await auditPayout(deps, tx, ctx, key, { action, detail });
    if (decision === "turnDown") return { id: key.id, state: payout.state };
    if (payout.state !== "processing") throw new Refusal("payout.not_processing");
    compare(payout, proposal, lines);
    return carryOut(deps, tx, ctx, payout, resolution);
  });
}

async function carryOut(
  deps: PayoutsDeps,
  tx: Tx,
  ctx: OperatorContext,
  payout: Payout,
  resolution: Resolution,
): Promise<PayoutAnswer> {
  const by = operatorActor(ctx);
  const { merchantId, id } = payout;
  // Whoever is telling the bank at this moment comes first: what he brings back may be another end.
  const waiting = await deps.outbox.lockWaiting(tx, PAY_TOPIC, `${payout.reference}:`);
  if (waiting.some(({ sending }) => sending)) throw new Refusal("state.changed");
  switch (resolution) {
    case "settle":
      await recordEnds(deps, tx, [{ payout, end: { standing: "paid" }, by }]);
      return { id, state: "completed" };
    case "fail":
      await recordEnds(deps, tx, [
        { payout, end: { standing: "refused", reason: "经与银行核实没有付款" }, by, decidedBy: ctx.operator.id },
      ]);
      return { id, state: "failed" };
    case "resend": {
      const at = deps.clock.now();
      await deps.lifecycles.record(tx, payoutLifecycle, { merchantId, id }, { action: "sendAgain", at, by });
      await markSent(tx, payout, at);
      // The same reference to the bank: it asks first, and sends only what the bank has never heard of.
      // One that waits already, held back or tried in vain, is that intent: two would be told at once.
      if (waiting.length === 0) await enqueuePayment(deps, tx, payout);
      for (const intent of waiting) await deps.outbox.tryAgain(tx, PAY_TOPIC, intent.reference);
      return { id, state: "processing" };
    }
  }
}
