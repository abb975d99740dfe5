import { Refusal, type UploadedFile } from "@coralhub/contract";
import { payoutLifecycle, resolutionLifecycle, STUCK_HOURS, type Resolution } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import type { StatementLine } from "../../../rails/bank-statements/index.ts";
import type { PayoutAnswer } from "../apply-for-payout.ts";
import { enqueuePayment } from "../confirm-payout.ts";
import type { PayoutsDeps } from "../deps.ts";
import { requireIndependent } from "../../operations/index.ts";
import { findPayout, lockPayout, type Payout, type PayoutKey } from "../payouts-store.ts";
import { failPayout, settlePayout } from "../take-standing.ts";
import { auditPayout } from "./decide-payout.ts";
import { findProposal, insertProposal, type Proposal } from "./resolutions-store.ts";

const EVIDENCE = "payout evidence";
const STATEMENT_DAYS = 60;

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

/** What the bank's own statement says of a payment: the books are compared with it before anybody moves anything by hand. */
export async function statementOf(deps: PayoutsDeps, payout: Payout): Promise<StatementLine[]> {
  const now = deps.clock.now();
  const from = new Date(now.getTime() - STATEMENT_DAYS * 86_400_000);
  if (!deps.statements.rails().includes(payout.rail)) return [];
  const lines = await deps.statements.lines(payout.rail, from, new Date(now.getTime() + 1));
  return lines.filter(({ reference }) => reference === payout.reference);
}

function compare(resolution: Resolution, lines: readonly StatementLine[]): void {
  const isPaid = lines.some(({ amount }) => amount.minor < 0n);
  if (resolution === "settle" && !isPaid) throw new Refusal("payout.statement_silent");
  if (resolution !== "settle" && isPaid) throw new Refusal("payout.statement_says_paid");
}

export const isStuck = (deps: PayoutsDeps, { state, confirmedAt }: Payout): boolean =>
  state === "processing" &&
  confirmedAt !== null &&
  deps.clock.now().getTime() - confirmedAt.getTime() >= STUCK_HOURS * 3_600_000;

type Wanted = PayoutKey & { resolution: Resolution; note: string; evidenceFileId: string };
export async function proposeResolution(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  wanted: Wanted,
): Promise<{ id: string }> {
  const { merchantId, id, resolution, note, evidenceFileId } = wanted;
  const key = { merchantId, id };
  const payout = await findPayout(deps.database.db, key);
  if (!payout) throw new Refusal("not_found");
  if (payout.state !== "processing") throw new Refusal("payout.not_processing");
  if (!isStuck(deps, payout)) throw new Refusal("payout.not_stuck", { hours: STUCK_HOURS });
  const evidence = await deps.files.find(merchantId, evidenceFileId);
  if (evidence?.purpose !== EVIDENCE) throw new Refusal("payee.paper_unknown");
  const lines = await statementOf(deps, payout);
  compare(resolution, lines);
  return ctx.once(async (tx) => {
    const proposal: Proposal = {
      id: deps.ids.next(),
      resolution,
      note,
      evidenceFileId,
      proposedBy: ctx.operator.id,
      proposedAt: deps.clock.now(),
    };
    const statement = lines.map(({ amount, bookedAt }) => ({ minor: amount.minor.toString(), bookedAt }));
    if (!(await insertProposal(tx, key, { ...proposal, statement }))) throw new Refusal("payout.already_proposed");
    await auditPayout(deps, tx, ctx, key, {
      action: "payout.resolution_proposed",
      detail: { resolution, note, evidenceFileId },
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
    await auditPayout(deps, tx, ctx, key, { action, detail: { resolution, evidenceFileId } });
    if (decision === "turnDown") return { id: key.id, state: payout.state };
    if (payout.state !== "processing") throw new Refusal("payout.not_processing");
    compare(resolution, lines);
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
  switch (resolution) {
    case "settle":
      await settlePayout(deps, tx, payout, { tell: true, by });
      return { id, state: "completed" };
    case "fail":
      await failPayout(deps, tx, payout, {
        action: "fail",
        reason: "经与银行核实没有付款",
        by,
        decidedBy: ctx.operator.id,
      });
      return { id, state: "failed" };
    case "resend": {
      const at = deps.clock.now();
      await deps.lifecycles.record(tx, payoutLifecycle, { merchantId, id }, { action: "sendAgain", at, by });
      // The same reference to the bank: it asks first, and sends only what the bank has never heard of.
      await enqueuePayment(deps, tx, payout);
      return { id, state: "processing" };
    }
  }
}
