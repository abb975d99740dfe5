import { Refusal } from "@coralhub/contract";
import { accountCode, escrowLifecycle, moneyOf, moneyText, type EscrowState, type Money } from "@coralhub/domain";
import type { MerchantContext, OperatorContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { operatorActor } from "../../platform/lifecycle-engine.ts";
import { proveCode } from "../identity/index.ts";
import { requireIndependent } from "../operations/index.ts";
import { keyOf, sideActor, takeTurn, tellOther } from "./agree.ts";
import type { EscrowDeps } from "./deps.ts";
import { fundedPosting, refundedPosting, releasedPostings, type EscrowFacts } from "./escrow-postings.ts";
import {
  findEscrow,
  findParty,
  insertMovement,
  lockEscrow,
  setProposal,
  setSums,
  type Escrow,
  type EscrowKey,
} from "./escrow-store.ts";

const referenceOf = ({ id }: Escrow): string => `ES${id.replaceAll("-", "").toUpperCase()}`;
const factsOf = (escrow: Escrow, amount: Money, step: string): EscrowFacts => ({
  buyerId: escrow.merchantId,
  sellerId: escrow.sellerId,
  id: escrow.id,
  step,
  amount,
  reference: referenceOf(escrow),
});

/** Asked in the transaction that moves the money. */
async function requireMoving(deps: EscrowDeps, tx: Tx, merchantId: string): Promise<void> {
  if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("escrow.money_stopped");
  if (!(await deps.certification.holderOf(merchantId, tx))) throw new Refusal("access.not_certified");
}

const codeMoney = ({ sellerName, subject, amount }: Escrow) => ({ payee: `担保交易 ${sellerName} ${subject}`, amount });

async function ownPurchase(deps: EscrowDeps, merchantId: string, id: string): Promise<Escrow> {
  const party = await findParty(deps.database.db, merchantId, id);
  const escrow = party && (await findEscrow(deps.database.db, { merchantId: party.ownerId, id }));
  if (!escrow) throw new Refusal("not_found");
  if (party.role !== "buyer") throw new Refusal("escrow.not_your_step");
  if (escrow.state !== "agreed") throw new Refusal("state.changed");
  return escrow;
}

export async function sendEscrowCode(
  deps: EscrowDeps,
  { merchantId }: MerchantContext,
  { id, channel }: { id: string; channel: "sms" | "email" },
) {
  const escrow = await ownPurchase(deps, merchantId, id);
  return deps.identity.codes.send({ merchantId, purpose: "payout", channel, money: codeMoney(escrow) });
}

/** The buyer's money is held from here on. */
export async function fundEscrow(
  deps: EscrowDeps,
  ctx: MerchantContext,
  { id, verifyCode, channel }: { id: string; verifyCode: string; channel: "sms" | "email" },
): Promise<{ state: EscrowState }> {
  const { merchantId } = ctx;
  const money = codeMoney(await ownPurchase(deps, merchantId, id));
  const use = { merchantId, purpose: "payout", code: verifyCode, channel, money } as const;
  const spendCode = await proveCode(deps.identity.codes, use, ctx);
  return ctx.once(async (tx) => {
    const seat = await takeTurn(tx, merchantId, id, "fund");
    await requireMoving(deps, tx, merchantId);
    await spendCode(tx);
    const { escrow } = seat;
    const { amount } = escrow;
    const balance = await deps.ledger.balance(merchantId, accountCode("wallet", amount.currency), tx);
    if (balance.minor < amount.minor) {
      throw new Refusal("escrow.balance_short", {
        missing: moneyText(moneyOf(amount.currency, amount.minor - balance.minor)),
      });
    }
    await deps.payouts.countOutflow(tx, { merchantId, id, kind: "escrow", amount });
    const postingId = deps.ids.next();
    await deps.ledger.postIn(tx, [fundedPosting(factsOf(escrow, amount, "fund"), postingId)]);
    const at = deps.clock.now();
    const movement = {
      merchantId,
      id: deps.ids.next(),
      escrowId: id,
      otherName: escrow.sellerName,
      reference: referenceOf(escrow),
      postingId,
      at,
    };
    await insertMovement(tx, { ...movement, kind: "escrowPaid", amount });
    const set = { heldMinor: amount.minor };
    const state = await deps.lifecycles.advance(tx, escrowLifecycle, keyOf(escrow), "fund", {
      by: sideActor(ctx, seat),
      at,
      set,
    });
    await tellOther(deps, tx, seat, "fund", true);
    return { state };
  });
}

/** To the seller, who must be able to receive it. A freeze keeps it the buyer's, whoever decided: it may only go back. */
async function payOut(deps: EscrowDeps, tx: Tx, escrow: Escrow, amount: Money): Promise<void> {
  if (amount.minor === 0n) return;
  if (await deps.certification.isFrozen(escrow.merchantId, tx)) throw new Refusal("escrow.buyer_frozen");
  if (!(await deps.certification.holderOf(escrow.sellerId, tx))) throw new Refusal("escrow.other_frozen");
  await deps.orders.quota.handOver(tx, { from: escrow.merchantId, to: escrow.sellerId, amount });
  const ids = { buyer: deps.ids.next(), seller: deps.ids.next() };
  const id = deps.ids.next();
  await deps.ledger.postIn(tx, releasedPostings(factsOf(escrow, amount, id), ids));
  await insertMovement(tx, {
    merchantId: escrow.sellerId,
    id,
    escrowId: escrow.id,
    kind: "escrowReceived",
    amount,
    otherName: escrow.buyerName,
    reference: referenceOf(escrow),
    postingId: ids.seller,
    at: deps.clock.now(),
  });
}

/** Back to the buyer's wallet, once. */
async function giveBack(deps: EscrowDeps, tx: Tx, escrow: Escrow, amount: Money): Promise<void> {
  if (amount.minor === 0n) return;
  const postingId = deps.ids.next();
  await deps.ledger.postIn(tx, [refundedPosting(factsOf(escrow, amount, "refund"), postingId)]);
  await insertMovement(tx, {
    merchantId: escrow.merchantId,
    id: deps.ids.next(),
    escrowId: escrow.id,
    kind: "escrowRefunded",
    amount,
    otherName: escrow.sellerName,
    reference: referenceOf(escrow),
    postingId,
    at: deps.clock.now(),
  });
}

/** All that is held, or a part of it; the last part ends it. */
export function releaseEscrow(
  deps: EscrowDeps,
  ctx: MerchantContext,
  { id, amount, note }: { id: string; amount: Money | null; note: string },
) {
  return ctx.once(async (tx) => {
    const seat = await takeTurn(tx, ctx.merchantId, id, "release");
    await requireMoving(deps, tx, ctx.merchantId);
    const { escrow } = seat;
    const { held, released } = escrow;
    const wanted = amount ?? held;
    if (wanted.currency !== held.currency || wanted.minor > held.minor) {
      throw new Refusal("escrow.above_held", { held: moneyText(held) }, { amount: `最多 ${moneyText(held)}` });
    }
    await payOut(deps, tx, escrow, wanted);
    const left = held.minor - wanted.minor;
    const by = sideActor(ctx, seat);
    const at = deps.clock.now();
    if (left > 0n) {
      await setSums(tx, keyOf(escrow), { held: left, released: released.minor + wanted.minor, refunded: 0n });
      await deps.lifecycles.record(tx, escrowLifecycle, keyOf(escrow), {
        by,
        action: "releasePart",
        at,
        note: note || moneyText(wanted),
      });
      await tellOther(deps, tx, seat, "releasePart", false);
      return { state: escrow.state, held: moneyOf(held.currency, left) };
    }
    const set = { heldMinor: 0n, releasedMinor: released.minor + wanted.minor };
    const state = await deps.lifecycles.advance(tx, escrowLifecycle, keyOf(escrow), "release", {
      by,
      at,
      set,
      note: note || null,
    });
    await tellOther(deps, tx, seat, "release", false);
    return { state, held: moneyOf(held.currency, 0n) };
  });
}

/** The seller gives back what is still held. */
export const refundEscrow = (
  deps: EscrowDeps,
  ctx: MerchantContext,
  { id, note }: { id: string; note: string },
): Promise<{ state: EscrowState }> =>
  ctx.once(async (tx) => {
    const seat = await takeTurn(tx, ctx.merchantId, id, "refund");
    await requireMoving(deps, tx, ctx.merchantId);
    const { escrow } = seat;
    await giveBack(deps, tx, escrow, escrow.held);
    if (escrow.released.minor === 0n) await deps.payouts.uncountOutflow(tx, escrow.merchantId, escrow.id);
    const set = { heldMinor: 0n, refundedMinor: escrow.held.minor };
    const change = { by: sideActor(ctx, seat), at: deps.clock.now(), set, note: note || null };
    const state = await deps.lifecycles.advance(tx, escrowLifecycle, keyOf(escrow), "refund", change);
    await tellOther(deps, tx, seat, "refund", false);
    return { state };
  });

type AuditedAction = "escrow.viewed" | "escrow.settlement_proposed" | "escrow.settled" | "escrow.settlement_rejected";
type DeskStep = EscrowKey & { action: AuditedAction; detail?: Record<string, unknown> };
export const recordStep = (
  { audit }: EscrowDeps,
  tx: Tx,
  { operator, address }: OperatorContext,
  { merchantId, id, action, detail }: DeskStep,
) =>
  audit.record(tx, {
    actor: { kind: "operator", id: operator.id },
    action,
    subject: `escrow:${merchantId}:${id}`,
    address,
    detail: { merchantId, ...detail },
  });

async function disputed(tx: Tx, key: EscrowKey): Promise<Escrow> {
  const escrow = await lockEscrow(tx, key);
  if (!escrow) throw new Refusal("not_found");
  if (escrow.state !== "disputed") throw new Refusal("state.changed");
  return escrow;
}

/** One of finance says how much the seller gets; the rest goes back. Nothing moves yet. */
export function proposeSettlement(
  deps: EscrowDeps,
  ctx: OperatorContext,
  { toSeller, note, ...key }: EscrowKey & { toSeller: Money; note: string },
): Promise<null> {
  return ctx.once(async (tx) => {
    const { held } = await disputed(tx, key);
    if (toSeller.currency !== held.currency || toSeller.minor > held.minor) {
      throw new Refusal("escrow.above_held", { held: moneyText(held) }, { toSeller: `最多 ${moneyText(held)}` });
    }
    await setProposal(tx, key, { minor: toSeller.minor, by: ctx.operator.id, note });
    await recordStep(deps, tx, ctx, {
      ...key,
      action: "escrow.settlement_proposed",
      detail: { toSeller: moneyText(toSeller), note },
    });
    return null;
  });
}

/** Another one of finance agrees: the money goes to both as proposed. */
export function decideSettlement(
  deps: EscrowDeps,
  ctx: OperatorContext,
  { decision, toSeller: seen, ...key }: EscrowKey & { decision: "approve" | "reject"; toSeller: Money },
): Promise<{ state: EscrowState }> {
  return ctx.once(async (tx) => {
    const escrow = await disputed(tx, key);
    const { held, released, proposedMinor, proposedBy, proposedNote } = escrow;
    if (proposedMinor === null || proposedBy === null) throw new Refusal("escrow.no_proposal");
    // Proposed anew since the second person looked: they decide on what they see.
    const toSeller = moneyOf(held.currency, proposedMinor);
    if (seen.currency !== toSeller.currency || seen.minor !== toSeller.minor)
      throw new Refusal("escrow.proposal_changed", { toSeller: moneyText(toSeller) });
    if (decision === "reject") {
      await setProposal(tx, key, null);
      await recordStep(deps, tx, ctx, { ...key, action: "escrow.settlement_rejected" });
      return { state: escrow.state };
    }
    if (proposedBy === ctx.operator.id) throw new Refusal("escrow.same_person");
    await requireIndependent(tx, { maker: proposedBy, checker: ctx.operator.id, at: ctx.now });
    if (await deps.ledger.payoutsStopped(tx)) throw new Refusal("escrow.money_stopped");
    const toBuyer = moneyOf(held.currency, held.minor - proposedMinor);
    await payOut(deps, tx, escrow, toSeller);
    await giveBack(deps, tx, escrow, toBuyer);
    if (released.minor + toSeller.minor === 0n) await deps.payouts.uncountOutflow(tx, escrow.merchantId, escrow.id);
    const note = `卖方 ${moneyText(toSeller)}，退买方 ${moneyText(toBuyer)}。${proposedNote ?? ""}`;
    const set = { heldMinor: 0n, releasedMinor: released.minor + toSeller.minor, refundedMinor: toBuyer.minor };
    const change = { by: operatorActor(ctx), at: deps.clock.now(), set, note };
    const state = await deps.lifecycles.advance(tx, escrowLifecycle, key, "settle", change);
    await recordStep(deps, tx, ctx, { ...key, action: "escrow.settled", detail: { note } });
    for (const role of ["buyer", "seller"] as const) await tellOther(deps, tx, { escrow, role }, "settle", false);
    return { state };
  });
}
