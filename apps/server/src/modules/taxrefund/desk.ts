import { Refusal, type FileReply, type TaxRefundDetail } from "@coralhub/contract";
import {
  deadlineOf,
  DIFFERENCES,
  moneyOf,
  moneyText,
  TAX_REFUND_STEPS,
  taxRefundLifecycle,
  type Money,
  type TaxRefundState,
  type TaxRefundStep,
} from "@coralhub/domain";
import type { OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import { requireIndependent } from "../operations/index.ts";
import { compare, describeDifferences, foreignReceipts } from "./apply.ts";
import type { TaxRefundDeps } from "./deps.ts";
import { paidPosting } from "./taxrefund-postings.ts";
import { findRefund, listPapers, lockRefund, setPayment, type RefundKey, type TaxRefund } from "./taxrefund-store.ts";

export async function describeRefund(deps: TaxRefundDeps, key: RefundKey, now: Date): Promise<TaxRefundDetail> {
  const { db } = deps.database;
  const [refund, papers, events] = await Promise.all([
    findRefund(db, key),
    listPapers(db, key),
    deps.lifecycles.timeline(db, taxRefundLifecycle, key),
  ]);
  if (!refund) throw new Refusal("not_found");
  const receipts = await foreignReceipts(deps, key.merchantId, now, { ids: refund.flows.receipts });
  const {
    id,
    state,
    number,
    goods,
    declared,
    refund: amount,
    flows,
    differences,
    reason,
    paidMinor,
    createdAt,
  } = refund;
  return {
    id,
    state,
    number,
    goods,
    declared,
    createdAt,
    reason,
    papers,
    refund: amount,
    flows: { ...flows, receipts: [...flows.receipts] },
    differences: describeDifferences(differences),
    receipts,
    deadline: deadlineOf(flows.declaration.exportedOn),
    paid: paidMinor === null ? null : moneyOf("CNY", paidMinor),
    timeline: events.map(({ action, note, at }) => ({
      action: action as TaxRefundStep,
      label: TAX_REFUND_STEPS[action as TaxRefundStep],
      note,
      at,
    })),
  };
}

type AuditedAction =
  | "taxrefund.viewed"
  | "taxrefund.reviewed"
  | "taxrefund.payment_proposed"
  | "taxrefund.paid"
  | "taxrefund.payment_rejected";
type DeskStep = RefundKey & { action: AuditedAction; detail?: Record<string, unknown> };
const recordStep = (
  { audit }: TaxRefundDeps,
  tx: Tx,
  { operator, address }: OperatorContext,
  { merchantId, id, action, detail }: DeskStep,
) =>
  audit.record(tx, {
    actor: { kind: "operator", id: operator.id },
    action,
    subject: `taxrefund:${merchantId}:${id}`,
    address,
    detail: { merchantId, ...detail },
  });

export async function describeRefundCase(deps: TaxRefundDeps, ctx: OperatorContext, key: RefundKey) {
  const detail = await describeRefund(deps, key, ctx.now);
  await deps.database.transaction((tx) => recordStep(deps, tx, ctx, { ...key, action: "taxrefund.viewed" }));
  const { proposedMinor, proposedBy } = (await findRefund(deps.database.db, key))!;
  const payment =
    proposedMinor === null || proposedBy === null || detail.state !== "filed"
      ? null
      : { amount: moneyOf("CNY", proposedMinor), by: proposedBy };
  return { ...detail, merchantId: key.merchantId, payment };
}

export async function showTaxPaper(
  deps: TaxRefundDeps,
  ctx: OperatorContext,
  { fileId, ...key }: RefundKey & { fileId: string },
): Promise<FileReply> {
  const known = (await listPapers(deps.database.db, key)).some((paper) => paper.fileId === fileId);
  const file = known ? await deps.files.find(key.merchantId, fileId) : undefined;
  if (!file) throw new Refusal("not_found");
  const body = await deps.files.read(file);
  await deps.database.transaction((tx) =>
    recordStep(deps, tx, ctx, { ...key, action: "taxrefund.viewed", detail: { fileId } }),
  );
  return { fileName: file.fileName, contentType: file.contentType, body };
}

async function opened(tx: Tx, key: RefundKey, ...states: TaxRefundState[]): Promise<TaxRefund> {
  const refund = await lockRefund(tx, key);
  if (!refund) throw new Refusal("not_found");
  if (!states.includes(refund.state)) throw new Refusal("state.changed");
  return refund;
}

/** Time passes before it is filed: an order may have been refunded, a name have changed, the day be over. Then it is not filed. */
async function requireAgreeing(deps: TaxRefundDeps, now: Date, key: RefundKey): Promise<void> {
  const refund = await findRefund(deps.database.db, key);
  if (refund?.state !== "reviewing") return;
  const { differences } = await compare(deps, { merchantId: key.merchantId, now }, refund.flows, key.id);
  if (differences.length === 0) return;
  const names = differences.map(({ name }) => DIFFERENCES[name]).join("；");
  throw new Refusal("taxrefund.differs_now", { differences: names });
}

type Review = RefundKey & { decision: "file" | "ask" | "decline"; note: string };
export async function reviewRefund(
  deps: TaxRefundDeps,
  ctx: OperatorContext,
  { decision, note, ...key }: Review,
): Promise<{ state: TaxRefundState }> {
  if (decision !== "file" && note.length < 4)
    throw new Refusal("input.invalid", {}, { note: "请写明原因，商户会看到" });
  if (decision === "file") await requireAgreeing(deps, ctx.now, key);
  return ctx.once(async (tx) => {
    // The tax office may refuse what was filed; nothing else is decided twice.
    const { number, refund, proposedBy } =
      decision === "decline" ? await opened(tx, key, "reviewing", "filed") : await opened(tx, key, "reviewing");
    if (proposedBy !== null) throw new Refusal("taxrefund.payment_waiting");
    const change = { by: operatorActor(ctx), at: ctx.now, note: note || null };
    await recordStep(deps, tx, ctx, { ...key, action: "taxrefund.reviewed", detail: { decision, note } });
    if (decision === "file") {
      const message = { event: "taxrefund.filed" as const, data: { number, amount: moneyText(refund), id: key.id } };
      return { state: await deps.lifecycles.advance(tx, taxRefundLifecycle, key, "file", { ...change, message }) };
    }
    const data = { number, reason: note, id: key.id };
    const set = { reason: note };
    if (decision === "ask") {
      const message = { event: "taxrefund.asked" as const, data };
      return { state: await deps.lifecycles.advance(tx, taxRefundLifecycle, key, "ask", { ...change, set, message }) };
    }
    const message = { event: "taxrefund.declined" as const, data };
    return {
      state: await deps.lifecycles.advance(tx, taxRefundLifecycle, key, "decline", { ...change, set, message }),
    };
  });
}

/** One of finance saw it arrive. */
export const proposePayment = (
  deps: TaxRefundDeps,
  ctx: OperatorContext,
  { amount, ...key }: RefundKey & { amount: Money<"CNY"> },
): Promise<null> =>
  ctx.once(async (tx) => {
    await opened(tx, key, "filed");
    await setPayment(tx, key, { minor: amount.minor, by: ctx.operator.id });
    await recordStep(deps, tx, ctx, {
      ...key,
      action: "taxrefund.payment_proposed",
      detail: { amount: moneyText(amount) },
    });
    return null;
  });

/** Another one agrees: it is the merchant's. */
export function decidePayment(
  deps: TaxRefundDeps,
  ctx: OperatorContext,
  { decision, amount: seen, ...key }: RefundKey & { decision: "approve" | "reject"; amount: Money<"CNY"> },
): Promise<{ state: TaxRefundState }> {
  return ctx.once(async (tx) => {
    const { state, number, proposedMinor, proposedBy } = await opened(tx, key, "filed");
    if (proposedMinor === null || proposedBy === null) throw new Refusal("taxrefund.no_payment");
    // Entered anew since the second person looked: they decide on what they see.
    const amount = moneyOf("CNY", proposedMinor);
    if (seen.minor !== amount.minor) throw new Refusal("taxrefund.payment_changed", { amount: moneyText(amount) });
    if (decision === "reject") {
      await setPayment(tx, key, null);
      await recordStep(deps, tx, ctx, { ...key, action: "taxrefund.payment_rejected" });
      return { state };
    }
    if (proposedBy === ctx.operator.id) throw new Refusal("taxrefund.same_person");
    await requireIndependent(tx, { maker: proposedBy, checker: ctx.operator.id, at: ctx.now });
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("taxrefund.money_stopped");
    const postingId = deps.ids.next();
    await deps.ledger.postIn(tx, [paidPosting({ ...key, postingId, number, amount })]);
    await recordStep(deps, tx, ctx, { ...key, action: "taxrefund.paid", detail: { amount: moneyText(amount) } });
    const message = { event: "taxrefund.refunded" as const, data: { number, amount: moneyText(amount), id: key.id } };
    const set = { paidMinor: amount.minor, postingId };
    const change = { by: operatorActor(ctx), at: deps.clock.now(), set, note: moneyText(amount), message };
    return { state: await deps.lifecycles.advance(tx, taxRefundLifecycle, key, "refund", change) };
  });
}
