import { Refusal, type CardDisputeView, type UploadedFile } from "@coralhub/contract";
import {
  actionsFor,
  cardDisputeLifecycle,
  DISPUTE_EVIDENCE_STATES,
  DISPUTE_PURSUITS,
  DISPUTE_REASON_NAMES,
  DISPUTE_REASONS,
  DISPUTE_STEPS,
  disputeCreditPosting,
  disputeDays,
  disputeDueAfter,
  disputeEndPosting,
  moneyOf,
  moneyText,
  toShanghaiTime,
  type CardDisputeAction,
  type DisputeDeskAction,
  type DisputeNotice,
  type DisputePursuit,
  type DisputeReason,
  type DisputeStep,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { isUniqueViolation } from "../../platform/db-errors.ts";
import { merchantActor, operatorActor, RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import type { OutboxHandler } from "../../platform/outbox.ts";
import { postCard } from "./card-books.ts";
import type { CardsDeps } from "./deps.ts";
import {
  findDispute,
  findDisputeOf,
  insertDispute,
  insertFile,
  keepHold,
  listFiles,
  lockDispute,
  ownerOfDispute,
  type Dispute,
  type DisputeKey,
} from "./disputes-store.ts";
import { recoverOwed } from "./move-money.ts";
import { findPayment, type Payment, type PaymentKey } from "./payments-store.ts";

export const CHARGEBACK_TOPIC = "card-issuer.chargeback";
export const PURSUIT_TOPIC = "card-issuer.pursuit";
const DAY_MS = 86_400_000;
const FILES_AT_MOST = 20;

/** What the shop gave back itself is in dispute with nobody, and our own fee is none of the network's money. */
function disputable({ settled, fee, refunded }: Payment): bigint {
  const charged = settled - fee;
  return refunded < charged ? charged - refunded : 0n;
}

/** Why a purchase cannot be disputed; undefined where it can. */
export function disputeProblem(payment: Payment, now: Date): string | undefined {
  const { kind, state, settled, settledAt } = payment;
  if (kind === "refund") return "退款不能争议";
  if (state !== "settled" || settled === 0n || settledAt === null) return "清算后才能提出";
  if (disputable(payment) === 0n) return "商户已全额退款";
  const most = Math.max(...DISPUTE_REASON_NAMES.map(disputeDays));
  return now.getTime() - settledAt.getTime() > most * DAY_MS ? `清算已超过 ${most} 天` : undefined;
}

type Input = { id: string; reason: DisputeReason; statement: string; amount: Money };
export async function disputePayment(deps: CardsDeps, ctx: MerchantContext, request: Input): Promise<CardDisputeView> {
  const { merchantId } = ctx;
  const key = { merchantId, id: request.id };
  const payment = await requirePayment(deps, key);
  const now = deps.clock.now();
  const days = disputeDays(request.reason);
  const problem =
    disputeProblem(payment, now) ??
    (now.getTime() - payment.settledAt!.getTime() > days * DAY_MS ? `这个原因要在清算后 ${days} 天内提出` : undefined);
  if (problem !== undefined) throw new Refusal("card.not_disputable", { problem });
  if (request.amount.currency !== payment.currency || request.amount.minor > disputable(payment)) {
    throw new Refusal(
      "input.invalid",
      {},
      { amount: `最多 ${moneyText(moneyOf(payment.currency, disputable(payment)))}` },
    );
  }
  const dispute = await ctx
    .once(async (tx) => {
      const id = deps.ids.next();
      await insertDispute(tx, {
        merchantId,
        id,
        paymentId: payment.id,
        reason: request.reason,
        statement: request.statement,
        currency: payment.currency,
        minor: request.amount.minor,
        dueAt: new Date(payment.settledAt!.getTime() + DISPUTE_REASONS[request.reason].days * DAY_MS),
        createdAt: now,
      });
      await deps.lifecycles.record(
        tx,
        cardDisputeLifecycle,
        { merchantId, id },
        { at: now, by: merchantActor(ctx), action: "submit" satisfies DisputeStep },
      );
      return id;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, "card_dispute_open"))
        throw new Refusal("card.not_disputable", { problem: "已有一件在处理" });
      throw error;
    });
  return describeDispute(deps, (await findDispute(deps.database.db, { merchantId, id: dispute }))!);
}

async function requirePayment(deps: CardsDeps, key: PaymentKey): Promise<Payment> {
  const payment = await findPayment(deps.database.db, key);
  if (!payment) throw new Refusal("not_found");
  return payment;
}

const LABELS: Record<string, string> = {
  ...DISPUTE_STEPS,
  ...Object.fromEntries(Object.entries(cardDisputeLifecycle.actions).map(([name, { label }]) => [name, label])),
};

export async function describeDispute(deps: CardsDeps, dispute: Dispute): Promise<CardDisputeView> {
  const { db } = deps.database;
  const [files, events] = await Promise.all([
    listFiles(db, { merchantId: dispute.merchantId, id: dispute.paymentId }),
    deps.lifecycles.timeline(db, cardDisputeLifecycle, { merchantId: dispute.merchantId, id: dispute.id }),
  ]);
  const may = actionsFor(cardDisputeLifecycle, dispute.state, "merchant");
  return {
    id: dispute.id,
    paymentId: dispute.paymentId,
    state: dispute.state,
    reason: dispute.reason,
    statement: dispute.statement,
    amount: moneyOf(dispute.currency, dispute.minor),
    evidence: files.flatMap(({ id, fileName, disputeId }) => (disputeId === dispute.id ? [{ id, fileName }] : [])),
    note: dispute.note,
    createdAt: dispute.createdAt,
    dueAt: dispute.dueAt,
    timeline: events.map(({ action, note, at }) => ({ label: LABELS[action]!, note, at })),
    may: { withdraw: may.includes("withdraw"), answer: may.includes("answer") },
  };
}

/** A receipt of a purchase, or a proof for its dispute. */
export async function attachFile(
  deps: CardsDeps,
  ctx: MerchantContext,
  { id, file, forDispute }: { id: string; file: UploadedFile; forDispute: boolean },
): Promise<{ fileId: string; fileName: string }> {
  const { merchantId } = ctx;
  const { db } = deps.database;
  const dispute = forDispute ? await findDispute(db, { merchantId, id }) : undefined;
  if (forDispute && (!dispute || !DISPUTE_EVIDENCE_STATES.has(dispute.state))) throw new Refusal("not_found");
  const payment = await requirePayment(deps, { merchantId, id: dispute?.paymentId ?? id });
  if ((await listFiles(db, payment)).length >= FILES_AT_MOST)
    throw new Refusal("input.invalid", {}, { file: `最多 ${FILES_AT_MOST} 份` });
  const { fileName } = file;
  const purpose = forDispute ? "cardDispute" : "cardReceipt";
  const received = await deps.files.receive({
    ownerId: merchantId,
    purpose,
    kind: "document",
    fileName,
    bytes: await file.read(),
  });
  return ctx.once(async (tx) => {
    const stored = await deps.files.record(tx, received);
    await insertFile(tx, payment, { id: stored.id, fileName, disputeId: dispute?.id ?? null }, deps.clock.now());
    return { fileId: stored.id, fileName };
  });
}

export async function answerDispute(deps: CardsDeps, ctx: MerchantContext, { id, note }: { id: string; note: string }) {
  return moveAsMerchant(deps, ctx, id, "answer", note);
}
export const withdrawDispute = (deps: CardsDeps, ctx: MerchantContext, id: string): Promise<CardDisputeView> =>
  moveAsMerchant(deps, ctx, id, "withdraw", null);

async function moveAsMerchant(
  deps: CardsDeps,
  ctx: MerchantContext,
  id: string,
  action: "answer" | "withdraw",
  note: string | null,
): Promise<CardDisputeView> {
  const key = { merchantId: ctx.merchantId, id };
  await ctx.once(async (tx) => {
    const change = { at: deps.clock.now(), by: merchantActor(ctx), note };
    await deps.lifecycles.advance(tx, cardDisputeLifecycle, key, action, change);
    return null;
  });
  return describeDispute(deps, (await findDispute(deps.database.db, key))!);
}

type DeskMove = DisputeKey & { action: DisputeDeskAction; reason: string };
const isPursuit = (action: DisputeDeskAction): action is DisputePursuit =>
  (DISPUTE_PURSUITS as readonly DisputeDeskAction[]).includes(action);
/** The desk: files it with the network, asks for more, or says no; takes the shop's answer, or goes on against it. */
export async function moveDispute(deps: CardsDeps, ctx: OperatorContext, { action, reason, ...key }: DeskMove) {
  return ctx.once(async (tx) => {
    const dispute = await lockDispute(tx, key);
    if (!dispute) throw new Refusal("not_found");
    if (action === "file") await requireFilable(deps, tx, dispute);
    const state = await advance(deps, tx, dispute, action, { by: operatorActor(ctx), note: reason });
    if (action === "accept") await endIn(deps, tx, dispute, false);
    if (action === "file") {
      const { merchantId, id } = key;
      await deps.outbox.enqueue(tx, { topic: CHARGEBACK_TOPIC, reference: `CB${id}`, merchantId, payload: { id } });
    }
    if (isPursuit(action)) {
      const { merchantId, id } = key;
      const payload = { id, step: action };
      await deps.outbox.enqueue(tx, { topic: PURSUIT_TOPIC, reference: `CB${id}.${action}`, merchantId, payload });
    }
    await deps.audit.record(tx, {
      actor: { kind: "operator", id: ctx.operator.id },
      action: "card.dispute_moved",
      subject: `card_dispute:${key.id}`,
      address: ctx.address,
      detail: { merchantId: key.merchantId, action, reason },
    });
    return { state };
  });
}

/**
 * Why a dispute cannot go to the network any more; null where it can. The network takes none after its last day, and a refund that
 * came while it lay on the desk would be asked for twice.
 */
export function filingProblem({ dueAt, minor }: Dispute, payment: Payment, now: Date): string | null {
  if (dueAt !== null && now > dueAt) {
    return `卡组织只收到 ${toShanghaiTime(dueAt)} 为止，已经过期`;
  }
  if (minor <= disputable(payment)) return null;
  const text = (money: bigint) => moneyText(moneyOf(payment.currency, money));
  const why = payment.refunded > 0n ? `商户已退款 ${text(payment.refunded)}` : "外币手续费不是商户收的";
  return `${why}，最多可争议 ${text(disputable(payment))}，客户可另提`;
}
async function requireFilable(deps: CardsDeps, tx: Tx, dispute: Dispute): Promise<void> {
  const payment = (await findPayment(tx, { merchantId: dispute.merchantId, id: dispute.paymentId }))!;
  const problem = filingProblem(dispute, payment, deps.clock.now());
  if (problem !== null) throw new Refusal("card.not_filable", { problem });
}

async function advance(
  deps: CardsDeps,
  tx: Tx,
  dispute: Dispute,
  action: CardDisputeAction,
  { by, note, set = {} }: { by: Actor; note: string; set?: { holdPostingId?: string | null } },
) {
  const { merchantId, id, paymentId, currency, minor } = dispute;
  const payment = (await findPayment(tx, { merchantId, id: paymentId }))!;
  const at = deps.clock.now();
  return deps.lifecycles.advance(tx, cardDisputeLifecycle, { merchantId, id }, action, {
    at,
    by,
    note,
    set: { note, dueAt: disputeDueAfter(action, at), ...set },
    message: {
      event: "card.dispute",
      data: {
        shop: payment.shopName,
        amount: moneyText(moneyOf(currency, minor)),
        state: cardDisputeLifecycle.states[cardDisputeLifecycle.actions[action].to].label,
        note: note || "没有更多说明",
        paymentId,
      },
    },
  });
}

/** The network credits provisionally as soon as it is filed; the money is there, and held until the end. */
export const deliverChargeback =
  (deps: CardsDeps): OutboxHandler =>
  async ({ merchantId, payload }) => {
    const key = { merchantId: merchantId!, id: (payload as { id: string }).id };
    const dispute = (await findDispute(deps.database.db, key))!;
    const payment = (await findPayment(deps.database.db, { merchantId: key.merchantId, id: dispute.paymentId }))!;
    await deps.issuer.fileChargeback({
      disputeId: key.id,
      networkId: payment.networkId,
      amount: moneyOf(dispute.currency, dispute.minor),
      reason: dispute.reason,
    });
    await deps.database.transaction(async (tx) => {
      const locked = (await lockDispute(tx, key))!;
      if (locked.holdPostingId === null && locked.state === "chargeback") await creditIn(deps, tx, locked);
    });
    return { result: "delivered" };
  };

/** The network hears what we make of the shop's answer. */
export const deliverPursuit =
  (deps: CardsDeps): OutboxHandler =>
  async ({ payload }) => {
    const { id, step } = payload as { id: string; step: DisputePursuit };
    await deps.issuer.pursueChargeback({ disputeId: id, step });
    return { result: "delivered" };
  };

/** Whose the credited money is in the end; credited it is by then, even where our own instruction was not confirmed yet. */
async function endIn(deps: CardsDeps, tx: Tx, dispute: Dispute, won: boolean): Promise<void> {
  const holdId = dispute.holdPostingId ?? (await creditIn(deps, tx, dispute));
  await postCard(deps, tx, dispute.merchantId, disputeEndPosting(factsOf(deps, dispute), holdId, won));
  if (won) await recoverOwed(deps, tx, dispute);
}

async function creditIn(deps: CardsDeps, tx: Tx, dispute: Dispute): Promise<string> {
  const postingId = await postCard(deps, tx, dispute.merchantId, disputeCreditPosting(factsOf(deps, dispute)));
  const at = deps.clock.now();
  await deps.lifecycles.record(
    tx,
    cardDisputeLifecycle,
    { merchantId: dispute.merchantId, id: dispute.id },
    { at, by: RAIL, action: "credit" satisfies DisputeStep },
  );
  await keepHold(tx, dispute, postingId, at);
  return postingId;
}

const factsOf = (deps: CardsDeps, { id, currency, minor }: Dispute) => ({
  disputeId: id,
  currency,
  issuer: deps.issuer.name,
  minor,
  reference: `CB${id}`,
});

/** What the network says: told twice, it counts once. */
export async function takeDisputeNotice(
  deps: CardsDeps,
  disputeId: string,
  answer: DisputeNotice,
  note: string,
): Promise<"taken" | "repeated" | "unknown"> {
  const merchantId = await ownerOfDispute(deps.database.db, disputeId);
  if (merchantId === undefined) return "unknown";
  return deps.database.transaction(async (tx) => {
    const dispute = (await lockDispute(tx, { merchantId, id: disputeId }))!;
    const { from } = cardDisputeLifecycle.actions[answer];
    if (!from.includes(dispute.state)) return "repeated";
    if (answer !== "represent") await endIn(deps, tx, dispute, answer === "win");
    // Heard before our own instruction was confirmed: the network has credited it all the same.
    else if (dispute.holdPostingId === null) await creditIn(deps, tx, dispute);
    await advance(deps, tx, dispute, answer, { by: RAIL, note });
    return "taken";
  });
}

export async function disputeOf(deps: CardsDeps, payment: PaymentKey): Promise<CardDisputeView | null> {
  const dispute = await findDisputeOf(deps.database.db, payment);
  return dispute ? describeDispute(deps, dispute) : null;
}
