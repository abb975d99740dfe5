import { Refusal } from "@coralhub/contract";
import { ASKED_AGAIN_HOURS, payoutLifecycle, QUOTE_SECONDS, toShanghaiTime, type AuditAction } from "@coralhub/domain";
import type { OperatorContext } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db.ts";
import { operatorActor } from "../../../platform/lifecycle-engine.ts";
import type { PayoutAnswer } from "../apply-for-payout.ts";
import { payeeProblem } from "../check-order.ts";
import { isNearEnough } from "../confirm-payout.ts";
import { enqueuePayment, submittedMessage } from "../hold-together.ts";
import type { PayoutsDeps } from "../deps.ts";
import { about, couponUse } from "../payout-words.ts";
import { releasePosting } from "../payouts-postings.ts";
import {
  findPayout,
  findPayouts,
  lockPayout,
  lockPayouts,
  priceJson,
  type AgreedPrice,
  type Payout,
  type PayoutKey,
} from "../payouts-store.ts";
import { keptArrival, repriceNow } from "../quote-payout.ts";
import { readTerms } from "../terms-store.ts";
import { askBank } from "../send-payout.ts";
import { keepSources } from "../sources.ts";
import { failPayout, type EndDeps } from "../bank-outcome.ts";
import { markSeen } from "./contradictions-store.ts";

type Decision = PayoutKey & { decision: "approve" | "reject"; reason: string };

export const auditPayout = (
  deps: PayoutsDeps,
  tx: Tx,
  ctx: OperatorContext,
  { merchantId, id }: PayoutKey,
  { action, detail = {} }: { action: AuditAction; detail?: Record<string, unknown> },
): Promise<void> =>
  deps.audit.record(tx, {
    actor: { kind: "operator", id: ctx.operator.id },
    action,
    subject: `payout:${id}`,
    address: ctx.address,
    detail: { merchantId, ...detail },
  });

/** The rate of a quote that has lived: the same fee, today's rate; nothing where there is no exchange or it is fresh. */
async function freshPrice(deps: PayoutsDeps, payout: Payout | undefined): Promise<AgreedPrice | undefined> {
  if (!payout?.price || !payout.pricedAt) return undefined;
  const age = deps.clock.now().getTime() - payout.pricedAt.getTime();
  return age <= QUOTE_SECONDS * 1000 ? undefined : repriceNow(deps, payout.price);
}

/** The merchant has asked, one of finance agrees or does not: two different people. */
export async function decidePayout(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { decision, reason, ...key }: Decision,
): Promise<PayoutAnswer> {
  const isCertified = (await deps.certifiedAs(key.merchantId)) !== null;
  const seen = decision === "approve" ? await findPayout(deps.database.db, key) : undefined;
  const repriced = await freshPrice(deps, seen);
  return ctx.once(async (tx) => {
    const payout = await lockPayout(tx, key);
    if (!payout) throw new Refusal("not_found");
    if (payout.state !== "awaitingApproval") throw new Refusal("state.changed");
    return decideIn(deps, tx, ctx, payout, { decision, reason, isCertified, repriced });
  });
}

/**
 * As many of a sheet's waiting payments as are given, in one transaction; what has moved on meanwhile is passed over, and so is
 * a row whose payee may not be paid any more: it waits for its payee, or to be refused. Where that is all of them, it is said.
 */
export async function decideMany(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  merchantId: string,
  { ids, decision, reason }: { ids: readonly string[] } & Pick<Decision, "decision" | "reason">,
): Promise<number> {
  const isCertified = (await deps.certifiedAs(merchantId)) !== null;
  const seen = await findPayouts(deps.database.db, merchantId, ids);
  const repriced = new Map<string, AgreedPrice | undefined>();
  for (const payout of decision === "approve" ? seen : []) repriced.set(payout.id, await freshPrice(deps, payout));
  return ctx.once(async (tx) => {
    const locked = (await lockPayouts(tx, merchantId, ids)).filter(({ state }) => state === "awaitingApproval");
    const waiting = decision === "approve" ? await withUsablePayees(deps, tx, merchantId, locked) : locked;
    // All accounts before anything is booked; what stands in the way of one is said where it is decided.
    const sources = waiting.flatMap((payout) => payout.sources);
    if (decision === "reject") await deps.receivingAccounts.reopenFor(tx, { merchantId, sources });
    else await keepSources(deps, tx, { merchantId, way: undefined, sources });
    for (const payout of waiting) {
      await decideIn(deps, tx, ctx, payout, { decision, reason, isCertified, repriced: repriced.get(payout.id) });
    }
    return waiting.length;
  });
}

/** Payees before accounts, as whoever pays does; they stay as they are until the transaction ends. */
async function withUsablePayees(deps: PayoutsDeps, tx: Tx, merchantId: string, payouts: Payout[]): Promise<Payout[]> {
  const payees = await deps.beneficiaries.keepMany(
    tx,
    payouts.map(({ beneficiaryId: id }) => ({ merchantId, id })),
  );
  const problems = new Map(payees.map((payee) => [payee.id, payeeProblem(payee)]));
  const usable = payouts.filter(({ beneficiaryId }) => !problems.get(beneficiaryId));
  const [first] = payouts;
  if (first && usable.length === 0) throw problems.get(first.beneficiaryId)!;
  return usable;
}

type Deciding = Pick<Decision, "decision" | "reason"> & { isCertified: boolean; repriced: AgreedPrice | undefined };
async function decideIn(
  deps: PayoutsDeps,
  tx: Tx,
  ctx: OperatorContext,
  payout: Payout,
  { decision, reason, isCertified, repriced }: Deciding,
): Promise<PayoutAnswer> {
  const key = { merchantId: payout.merchantId, id: payout.id };
  const by = operatorActor(ctx);
  const decidedBy = ctx.operator.id;
  if (decision === "reject") {
    await failPayout(deps, tx, payout, { action: "reject", reason, by, decidedBy });
    await auditPayout(deps, tx, ctx, key, { action: "payout.rejected", detail: { reason } });
    return { id: key.id, state: "failed" };
  }
  if (!isCertified) throw new Refusal("payout.account_unusable", { problem: "商户的实名认证尚未有效" });
  // What the merchant agreed on is kept with the payment; whether its payee may still be paid is asked of the payee.
  const payee = await deps.beneficiaries.keep(tx, { merchantId: payout.merchantId, id: payout.beneficiaryId });
  const unusable = payee && payeeProblem(payee);
  if (unusable) throw unusable;
  const problem = await keepSources(deps, tx, payout);
  if (problem !== undefined) throw new Refusal("payout.account_unusable", { problem });
  await auditPayout(deps, tx, ctx, key, {
    action: "payout.approved",
    detail: { reason, repriced: repriced?.arrives.minor.toString() },
  });
  if (repriced && !isNearEnough(payout, repriced)) return askAgain(deps, tx, payout, ctx);
  const at = deps.clock.now();
  const { ways } = await readTerms(tx);
  const arrivesOn = keptArrival(deps, ways, { way: payout.way, country: payout.payeeCountry, scheduledFor: null });
  await deps.lifecycles.advance(tx, payoutLifecycle, key, "approve", {
    at,
    by,
    set: {
      reason: null,
      decidedBy,
      arrivesOn,
      ...(repriced && { price: priceJson(repriced), pricedAt: at, arrivesMinor: repriced.arrives.minor }),
    },
    message: submittedMessage(payout, arrivesOn),
  });
  await enqueuePayment(deps, tx, payout);
  return { id: key.id, state: "submitted" };
}

/** The rate has moved against the merchant by more than it agreed to: the money is free again, and it says yes or no anew. */
async function askAgain(deps: PayoutsDeps, tx: Tx, payout: Payout, ctx: OperatorContext): Promise<PayoutAnswer> {
  const { merchantId, id } = payout;
  const at = deps.clock.now();
  const expiresAt = new Date(at.getTime() + ASKED_AGAIN_HOURS * 3_600_000);
  const until = toShanghaiTime(expiresAt).slice(5, 16);
  await deps.quota.release(tx, merchantId, id);
  await deps.ledger.postIn(tx, [releasePosting(payout, "payout.cancelled", deps.ids.next())]);
  await deps.coupons.giveBack(tx, merchantId, couponUse(payout));
  await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, "askAgain", {
    at,
    by: operatorActor(ctx),
    set: {
      expiresAt,
      decidedBy: ctx.operator.id,
      reason: "汇率变化超过约定的范围，请按新的汇率重新确认",
      quoteId: null,
      price: null,
      pricedAt: null,
      arrivesMinor: null,
      arrivesOn: null,
      holdPostingId: null,
      confirmedAt: null,
      // Its day has come and its old floor is what the rate fell through: it is agreed on anew, for now.
      scheduledFor: null,
      floorMinor: null,
    },
    message: { event: "payout.repriced", data: { ...about(payout), until } },
  });
  return { id, state: "unverified" };
}

/**
 * Whoever has compared with the bank says what came of it, of the words he read: what the bank said meanwhile is nobody's yet.
 * Money is moved by the resolutions and adjustments of two.
 */
export async function seeContradiction(
  deps: PayoutsDeps,
  ctx: OperatorContext,
  { note, contradictionIds, ...key }: PayoutKey & { note: string; contradictionIds: readonly string[] },
): Promise<PayoutAnswer> {
  await ctx.once(async (tx) => {
    const look = { ids: contradictionIds, by: ctx.operator.id, at: deps.clock.now() };
    if (!(await markSeen(tx, key, look))) throw new Refusal("state.changed");
    const detail = { note, contradictions: contradictionIds };
    await auditPayout(deps, tx, ctx, key, { action: "payout.contradiction_seen", detail });
    return null;
  });
  return { id: key.id, state: (await findPayout(deps.database.db, key))!.state };
}

/** Another question to the bank, now. */
export async function askPayout(deps: EndDeps, ctx: OperatorContext, key: PayoutKey): Promise<PayoutAnswer> {
  await askBank(deps, key).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    deps.log.warn({ err: error, payoutId: key.id }, "the payout bank does not answer");
    throw new Refusal("payout.bank_silent");
  });
  await ctx.once((tx) => auditPayout(deps, tx, ctx, key, { action: "payout.asked" }));
  return { id: key.id, state: (await findPayout(deps.database.db, key))!.state };
}
