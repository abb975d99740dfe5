import { Refusal, type FileReply } from "@coralhub/contract";
import { loanLifecycle, type LoanState } from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import type { LendingDeps } from "./deps.ts";
import { tellLender } from "./hear-lender.ts";
import { listPapers, lockLoan, type LoanKey } from "./loans-store.ts";

type AuditedAction = "loan.viewed" | "loan.passed" | "loan.asked" | "loan.declined";
type Step = LoanKey & { action: AuditedAction; detail?: Record<string, unknown> };
export const recordStep = (
  { audit }: LendingDeps,
  tx: Tx,
  { operator, address }: OperatorContext,
  { merchantId, id, action, detail }: Step,
) =>
  audit.record(tx, {
    actor: { kind: "operator", id: operator.id },
    action,
    subject: `loan:${merchantId}:${id}`,
    address,
    detail: { merchantId, ...detail },
  });

type Review = LoanKey & { decision: "pass" | "ask" | "decline"; note: string };
/** Our own look at the papers, before the lender's. */
export function reviewLoan(
  deps: LendingDeps,
  ctx: OperatorContext,
  { decision, note, ...key }: Review,
): Promise<{ state: LoanState }> {
  if (decision !== "pass" && note.length < 4)
    throw new Refusal("input.invalid", {}, { note: "请写明原因，商户会看到" });
  return ctx.once(async (tx) => {
    const loan = await lockLoan(tx, key);
    if (!loan) throw new Refusal("not_found");
    if (loan.state !== "reviewing") throw new Refusal("state.changed");
    const change = { by: operatorActor(ctx), at: ctx.now, note: note || null };
    const data = { reason: note, id: key.id };
    if (decision === "pass") {
      const answers = (await deps.lifecycles.timeline(tx, loanLifecycle, key)).filter(
        ({ action }) => action === "answer",
      );
      const state = await deps.lifecycles.advance(tx, loanLifecycle, key, "pass", change);
      await recordStep(deps, tx, ctx, { ...key, action: "loan.passed" });
      await tellLender(deps, tx, loan, answers.at(-1)?.note ?? null);
      return { state };
    }
    const set = { reason: note };
    if (decision === "ask") {
      const message = { event: "loan.asked" as const, data };
      await recordStep(deps, tx, ctx, { ...key, action: "loan.asked", detail: { note } });
      return { state: await deps.lifecycles.advance(tx, loanLifecycle, key, "ask", { ...change, set, message }) };
    }
    const message = { event: "loan.declined" as const, data };
    await recordStep(deps, tx, ctx, { ...key, action: "loan.declined", detail: { note } });
    return { state: await deps.lifecycles.advance(tx, loanLifecycle, key, "decline", { ...change, set, message }) };
  });
}

/** A paper as it was handed in; every look is written down. */
export async function showLoanPaper(
  deps: LendingDeps,
  ctx: OperatorContext,
  { fileId, ...key }: LoanKey & { fileId: string },
): Promise<FileReply> {
  const papers = await listPapers(deps.database.db, key);
  const file = papers.some((paper) => paper.fileId === fileId)
    ? await deps.files.find(key.merchantId, fileId)
    : undefined;
  if (!file) throw new Refusal("not_found");
  const body = await deps.files.read(file);
  await deps.database.transaction((tx) =>
    recordStep(deps, tx, ctx, { ...key, action: "loan.viewed", detail: { fileId } }),
  );
  return { fileName: file.fileName, contentType: file.contentType, body };
}
