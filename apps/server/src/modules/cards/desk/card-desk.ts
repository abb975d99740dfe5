import { cardDeskList, cardDisputeDeskList, cardTransferDeskList, Refusal } from "@coralhub/contract";
import {
  actionsFor,
  cardDisputeLifecycle,
  cardLifecycle,
  CARD_CURRENCY,
  cardText,
  DISPUTE_DESK_ACTIONS,
  moneyOf,
  moneyText,
  shopKey,
  type AuditAction,
  type CardAction,
  type CardState,
} from "@coralhub/domain";
import type { PutIntoForce } from "../../../platform/capability.ts";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import { findAnyCard, liftBlock, lockCard, type Card, type CardKey } from "../cards-store.ts";
import { tellIssuer } from "../change-card.ts";
import type { CardsDeps } from "../deps.ts";
import { balancesOf } from "../describe.ts";
import { describeDispute, filingProblem } from "../dispute.ts";
import { findDispute, listFiles, type DisputeKey } from "../disputes-store.ts";
import { cardDeskSource, disputeDeskSource, transferDeskSource } from "../lists-store.ts";
import { findPayment } from "../payments-store.ts";
import { blockShop, readProgramme, saveProgramme, unblockShop } from "../programme-store.ts";
import { listRecentPayments } from "../reconcile-store.ts";

const RECENT = 20;

export const audit = (
  deps: CardsDeps,
  tx: Tx,
  ctx: OperatorContext,
  { action, subject, detail = {} }: { action: AuditAction; subject: string; detail?: Record<string, unknown> },
): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject,
    address: ctx.address,
    detail,
  });

/** What the console shows of a card, also of one its owner has put out of sight: no number, nowhere. Looking is recorded. */
export async function describeCardCase(deps: CardsDeps, ctx: OperatorContext, key: CardKey) {
  const card = await findAnyCard(deps.database.db, key);
  if (!card) throw new Refusal("not_found");
  const { merchantId, id } = card;
  await ctx.once((tx) =>
    audit(deps, tx, ctx, { action: "card.viewed", subject: `card:${id}`, detail: { merchantId } }),
  );
  const [money, payments] = await Promise.all([
    balancesOf(deps, card),
    listRecentPayments(deps.database.db, merchantId, id, RECENT),
  ]);
  const actions = actionsFor(cardLifecycle, card.state, "finance");
  return {
    ...money,
    id,
    merchantId,
    cardName: card.name,
    lastFour: card.lastFour,
    token: card.token,
    bin: card.bin,
    cardStatus: card.state,
    currency: card.currency,
    blockedByUs: card.blockedReason,
    removedAt: card.deletedAt,
    createdAt: card.createdAt,
    payments,
    may: {
      block: actions.includes("block") && card.blockedReason === null,
      unblock: actions.includes("unblock") && card.blockedReason !== null,
    },
  };
}

type Stop = CardKey & { reason: string };
export const blockCard = (
  deps: CardsDeps,
  ctx: OperatorContext,
  { reason, ...key }: Stop,
): Promise<{ cardStatus: CardState }> =>
  ctx.once(async (tx) => {
    const card = await lockCard(tx, key);
    if (!card) throw new Refusal("not_found");
    // Frozen by its owner, not by an earlier block of ours.
    const keepsFrozen = card.blockedReason === null ? card.state === "frozen" : card.keepsFrozen;
    const cardStatus = await deps.lifecycles.advance(tx, cardLifecycle, key, "block", {
      at: deps.clock.now(),
      by: operatorActor(ctx),
      set: { blockedReason: reason, keepsFrozen, version: card.version + 1 },
      note: reason,
      message: { event: "card.blocked", data: { card: cardText(card), reason, cardId: card.id } },
    });
    await tellIssuer(deps, tx, card);
    await audit(deps, tx, ctx, {
      action: "card.blocked",
      subject: `card:${card.id}`,
      detail: { merchantId: card.merchantId, reason },
    });
    return { cardStatus };
  });

export const unblockCard = (
  deps: CardsDeps,
  ctx: OperatorContext,
  { reason, ...key }: Stop,
): Promise<{ cardStatus: CardState }> =>
  ctx.once(async (tx) => {
    const card = await lockCard(tx, key);
    if (!card) throw new Refusal("not_found");
    if (card.blockedReason === null) throw new Refusal("state.changed");
    const cardStatus = await letGo(deps, tx, ctx, card);
    await audit(deps, tx, ctx, {
      action: "card.unblocked",
      subject: `card:${card.id}`,
      detail: { merchantId: card.merchantId, reason },
    });
    return { cardStatus };
  });

/** As its owner left it: what the owner had frozen stays frozen, and is the owner's to let go. */
async function letGo(deps: CardsDeps, tx: Tx, ctx: OperatorContext, card: Card): Promise<CardState> {
  const key = { merchantId: card.merchantId, id: card.id };
  const step = { at: deps.clock.now(), by: operatorActor(ctx) };
  if (card.state === "frozen" && card.keepsFrozen) {
    await liftBlock(tx, key, step.at);
    await deps.lifecycles.record(tx, cardLifecycle, key, { ...step, action: "unblock" satisfies CardAction });
    return card.state;
  }
  const set = { blockedReason: null, version: card.version + 1 };
  const cardStatus = await deps.lifecycles.advance(tx, cardLifecycle, key, "unblock", { ...step, set });
  await tellIssuer(deps, tx, card);
  return cardStatus;
}

type ProgrammeRequest = {
  perTransaction: { minor: bigint; currency: string };
  day: { minor: bigint; currency: string };
  cardsPerMerchant: number;
  attemptsPerHour: number;
  reason: string;
};
type StoredProgramme = Omit<Parameters<typeof saveProgramme>[1], "perTransaction" | "day"> & {
  perTransaction: string;
  day: string;
};
/** What every card is bound by: one proposes, another agrees. */
export async function proposeProgramme(
  deps: CardsDeps,
  ctx: OperatorContext,
  request: ProgrammeRequest,
): Promise<{ approvalId: string }> {
  const { perTransaction, day, reason, ...counts } = request;
  if (perTransaction.currency !== CARD_CURRENCY || day.currency !== CARD_CURRENCY) {
    throw new Refusal("card.wrong_currency", { currency: CARD_CURRENCY });
  }
  const content = { ...counts, perTransaction: perTransaction.minor.toString(), day: day.minor.toString() };
  return ctx.once(async (tx) => {
    const before = programmeTexts(await readProgramme(tx));
    const after = programmeTexts({ ...counts, perTransaction: perTransaction.minor, day: day.minor });
    const facts = Object.keys(after).flatMap((label) =>
      before[label] === after[label] ? [] : [{ label, value: `${before[label]} → ${after[label]}` }],
    );
    if (facts.length === 0) throw new Refusal("card.programme_same");
    return deps.approvals.propose(tx, ctx, {
      kind: "card.programme",
      subject: "card_programme",
      what: `珊瑚卡平台限额：${facts.map(({ label }) => label).join("、")}`,
      facts,
      content: content satisfies StoredProgramme,
      reason,
    });
  });
}

/** As the one who agrees reads it: what it was and what it shall be. */
function programmeTexts(programme: Omit<Parameters<typeof saveProgramme>[1], "changedAt">): Record<string, string> {
  const text = (minor: bigint) => moneyText(moneyOf(CARD_CURRENCY, minor));
  return {
    单笔最多: text(programme.perTransaction),
    每卡每天最多: text(programme.day),
    每商户最多: `${programme.cardsPerMerchant} 张`,
    每卡每小时最多: `${programme.attemptsPerHour} 次授权`,
  };
}

export const putProgrammeIntoForce =
  (deps: CardsDeps): PutIntoForce =>
  async (tx, ctx, { content, reason, proposedBy }) => {
    const { perTransaction, day, ...counts } = content as StoredProgramme;
    const programme = { ...counts, perTransaction: BigInt(perTransaction), day: BigInt(day) };
    await saveProgramme(tx, programme, deps.clock.now());
    const detail = { ...counts, perTransaction, day, reason, proposedBy };
    await audit(deps, tx, ctx, { action: "card.programme_set", subject: "card_programme", detail });
  };

export const addBlockedShop = (
  deps: CardsDeps,
  ctx: OperatorContext,
  { shopName, reason }: { shopName: string; reason: string },
): Promise<null> =>
  ctx.once(async (tx) => {
    const key = shopKey(shopName);
    await blockShop(tx, { key, reason, since: deps.clock.now() }, ctx.operator.id);
    await audit(deps, tx, ctx, { action: "card.shop_blocked", subject: `shop:${key}`, detail: { reason } });
    return null;
  });

export const removeBlockedShop = (
  deps: CardsDeps,
  ctx: OperatorContext,
  { key, reason }: { key: string; reason: string },
): Promise<null> =>
  ctx.once(async (tx) => {
    if (!(await unblockShop(tx, key))) throw new Refusal("not_found");
    await audit(deps, tx, ctx, { action: "card.shop_unblocked", subject: `shop:${key}`, detail: { reason } });
    return null;
  });

export async function describeDisputeCase(deps: CardsDeps, ctx: OperatorContext, key: DisputeKey) {
  const dispute = await findDispute(deps.database.db, key);
  if (!dispute) throw new Refusal("not_found");
  const { merchantId, id } = dispute;
  await ctx.once((tx) =>
    audit(deps, tx, ctx, { action: "card.dispute_viewed", subject: `card_dispute:${id}`, detail: { merchantId } }),
  );
  const [{ may: _own, ...view }, payment] = await Promise.all([
    describeDispute(deps, dispute),
    findPayment(deps.database.db, { merchantId, id: dispute.paymentId }),
  ]);
  const may = actionsFor(cardDisputeLifecycle, dispute.state, "finance");
  return {
    ...view,
    merchantId,
    shopName: payment!.shopName,
    reference: payment!.networkId,
    actions: DISPUTE_DESK_ACTIONS.filter((action) => may.includes(action)),
    filingProblem: may.includes("file") ? filingProblem(dispute, payment!, deps.clock.now()) : null,
  };
}

export async function readDisputeFile(
  deps: CardsDeps,
  ctx: OperatorContext,
  { fileId, ...key }: DisputeKey & { fileId: string },
) {
  const dispute = await findDispute(deps.database.db, key);
  const files = dispute ? await listFiles(deps.database.db, { merchantId: key.merchantId, id: dispute.paymentId }) : [];
  if (!files.some((file) => file.id === fileId && file.disputeId === key.id)) throw new Refusal("not_found");
  await ctx.once((tx) =>
    audit(deps, tx, ctx, {
      action: "card.dispute_viewed",
      subject: `card_dispute:${key.id}`,
      detail: { merchantId: key.merchantId, fileId },
    }),
  );
  return fileOf(deps, key.merchantId, fileId);
}

export async function fileOf(deps: CardsDeps, merchantId: string, fileId: string) {
  const file = await deps.files.find(merchantId, fileId);
  if (!file) throw new Refusal("not_found");
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}

export const deskLists = (deps: CardsDeps) => ({
  cards: (input: Parameters<CardsDeps["lists"]["page"]>[3]) =>
    deps.lists.page({ scope: "all" }, cardDeskList, cardDeskSource, input),
  disputes: (input: Parameters<CardsDeps["lists"]["page"]>[3]) =>
    deps.lists.page({ scope: "all" }, cardDisputeDeskList, disputeDeskSource, input),
  transfers: (input: Parameters<CardsDeps["lists"]["page"]>[3]) =>
    deps.lists.page({ scope: "all" }, cardTransferDeskList, transferDeskSource, input),
});

export const programmeView = ({
  perTransaction,
  day,
  ...rest
}: {
  perTransaction: bigint;
  day: bigint;
  cardsPerMerchant: number;
  attemptsPerHour: number;
  changedAt: Date | null;
}) => ({
  ...rest,
  perTransaction: moneyOf(CARD_CURRENCY, perTransaction),
  day: moneyOf(CARD_CURRENCY, day),
});
