import { Refusal, type UploadedFile } from "@coralhub/contract";
import {
  ESCROW_STEPS,
  escrowLifecycle,
  mayTakeSide,
  moneyText,
  sameName,
  toShanghaiDay,
  type EscrowAction,
  type EscrowRole,
  type EscrowState,
  type EscrowStep,
  type Money,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, type Actor } from "../../platform/lifecycle-engine.ts";
import type { EscrowDeps } from "./deps.ts";
import { findParty, insertEscrow, insertEvidence, lockEscrow, type Escrow } from "./escrow-store.ts";

type SidedAction = Exclude<EscrowAction, "settle">;
export type Seat = { escrow: Escrow; role: EscrowRole };

export const otherOf = (escrow: Pick<Escrow, "merchantId" | "sellerId">, role: EscrowRole): string =>
  role === "buyer" ? escrow.sellerId : escrow.merchantId;
export const nameOf = (escrow: Pick<Escrow, "buyerName" | "sellerName">, role: EscrowRole): string =>
  role === "buyer" ? escrow.buyerName : escrow.sellerName;

/** The other side hears of it; `waits` where the next step is theirs. */
type Told = {
  escrow: Pick<Escrow, "merchantId" | "sellerId" | "buyerName" | "sellerName" | "subject" | "amount" | "id">;
  role: EscrowRole;
};
export async function tellOther(
  { messages }: EscrowDeps,
  tx: Tx,
  { escrow, role }: Told,
  step: EscrowStep,
  waits: boolean,
): Promise<void> {
  const data = {
    subject: escrow.subject,
    step: ESCROW_STEPS[step],
    amount: moneyText(escrow.amount),
    other: nameOf(escrow, role),
    id: escrow.id,
  };
  const merchantId = otherOf(escrow, role);
  await messages.send(
    tx,
    waits ? { event: "escrow.waiting", merchantId, data } : { event: "escrow.changed", merchantId, data },
  );
}

/** Held until the transaction ends, by one of the two; somebody else's does not exist. */
export async function takeSeat(tx: Tx, merchantId: string, id: string): Promise<Seat> {
  const party = await findParty(tx, merchantId, id);
  const escrow = party && (await lockEscrow(tx, { merchantId: party.ownerId, id }));
  if (!escrow) throw new Refusal("not_found");
  return { escrow, role: party.role };
}
/** The same for a step that belongs to one of the sides. */
export async function takeTurn(tx: Tx, merchantId: string, id: string, action: SidedAction): Promise<Seat> {
  const seat = await takeSeat(tx, merchantId, id);
  if (!escrowLifecycle.actions[action].from.includes(seat.escrow.state)) throw new Refusal("state.changed");
  if (!mayTakeSide(action, seat.role, seat.escrow.proposer)) throw new Refusal("escrow.not_your_step");
  return seat;
}
/** Who of the two it was. The agreement is in the buyer's keeping: what the seller does is written down there under its name. */
export const sideActor = (
  ctx: MerchantContext,
  { escrow, role }: { escrow: Pick<Escrow, "merchantId" | "sellerName">; role: EscrowRole },
): Actor =>
  role === "buyer"
    ? merchantActor(ctx)
    : { kind: "merchant", merchantId: escrow.merchantId, personId: ctx.personId, name: escrow.sellerName };
export const keyOf = ({ merchantId, id }: Escrow) => ({ merchantId, id });

type Proposal = {
  role: EscrowRole;
  otherMobile: string;
  otherName: string;
  subject: string;
  conditions: string;
  amount: Money;
  deliverBy: string;
};
/** Written down by one side. An unknown number and a wrong name answer alike. */
export async function proposeEscrow(
  deps: EscrowDeps,
  ctx: MerchantContext,
  request: Proposal,
): Promise<{ id: string; state: EscrowState }> {
  const { merchantId, now } = ctx;
  if (request.deliverBy < toShanghaiDay(now))
    throw new Refusal("input.invalid", {}, { deliverBy: "交付日不能早于今天" });
  const [own, [otherId]] = await Promise.all([
    deps.certification.holderOf(merchantId),
    deps.identity.audience.byMobile([request.otherMobile]),
  ]);
  if (!own) throw new Refusal("access.not_certified");
  if (otherId === merchantId) throw new Refusal("escrow.with_self");
  const other = otherId === undefined ? null : await deps.certification.holderOf(otherId);
  if (otherId === undefined || !other || !sameName(other.name, request.otherName))
    throw new Refusal("escrow.other_unknown");
  const isBuyer = request.role === "buyer";
  return ctx.once(async (tx) => {
    const escrow = {
      merchantId: isBuyer ? merchantId : otherId,
      id: deps.ids.next(),
      sellerId: isBuyer ? otherId : merchantId,
      proposer: request.role,
      state: escrowLifecycle.initial,
      buyerName: isBuyer ? own.name : other.name,
      sellerName: isBuyer ? other.name : own.name,
      subject: request.subject,
      conditions: request.conditions,
      deliverBy: request.deliverBy,
      amount: request.amount,
      createdAt: now,
    };
    await deps.payouts.requireSendable(tx, escrow);
    await insertEscrow(tx, escrow);
    const key = { merchantId: escrow.merchantId, id: escrow.id };
    await deps.lifecycles.record(tx, escrowLifecycle, key, {
      by: sideActor(ctx, { escrow, role: request.role }),
      action: "propose",
      at: now,
    });
    await tellOther(deps, tx, { escrow, role: request.role }, "propose", true);
    return { id: escrow.id, state: escrow.state };
  });
}

/** Steps that move no money: agreeing, declining, cancelling, delivering. */
export const plainStep = (
  deps: EscrowDeps,
  ctx: MerchantContext,
  action: "accept" | "decline" | "cancel" | "deliver",
  { id, note }: { id: string; note: string },
): Promise<{ state: EscrowState }> =>
  ctx.once(async (tx) => {
    const seat = await takeTurn(tx, ctx.merchantId, id, action);
    const state = await deps.lifecycles.advance(tx, escrowLifecycle, keyOf(seat.escrow), action, {
      by: sideActor(ctx, seat),
      at: ctx.now,
      note: note || null,
    });
    await tellOther(deps, tx, seat, action, action === "accept" || action === "deliver");
    return { state };
  });

/** From here on nobody but finance moves the money. */
export const disputeEscrow = (
  deps: EscrowDeps,
  ctx: MerchantContext,
  { id, note }: { id: string; note: string },
): Promise<{ state: EscrowState }> =>
  ctx.once(async (tx) => {
    const seat = await takeTurn(tx, ctx.merchantId, id, "dispute");
    const state = await deps.lifecycles.advance(tx, escrowLifecycle, keyOf(seat.escrow), "dispute", {
      by: sideActor(ctx, seat),
      at: ctx.now,
      set: { reason: note, disputedBy: seat.role },
      note,
    });
    await tellOther(deps, tx, seat, "dispute", true);
    return { state };
  });

/** Both sides see it, and finance. */
export async function addEvidence(
  deps: EscrowDeps,
  ctx: MerchantContext,
  { id, file, note }: { id: string; file: UploadedFile; note: string },
) {
  if (!(await findParty(deps.database.db, ctx.merchantId, id))) throw new Refusal("not_found");
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: "escrow evidence",
    kind: "document",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  return ctx.once(async (tx) => {
    const seat = await takeSeat(tx, ctx.merchantId, id);
    if (escrowLifecycle.groups.ended.includes(seat.escrow.state)) throw new Refusal("state.changed");
    const { id: fileId, fileName } = await deps.files.record(tx, received);
    const evidence = { fileId, giverId: ctx.merchantId, side: seat.role, fileName, note, at: ctx.now };
    await insertEvidence(tx, keyOf(seat.escrow), evidence);
    const step = { by: sideActor(ctx, seat), action: "evidence", at: ctx.now, note: note || fileName };
    await deps.lifecycles.record(tx, escrowLifecycle, keyOf(seat.escrow), step);
    return { fileId, fileName };
  });
}
