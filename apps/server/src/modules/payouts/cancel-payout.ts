import { Refusal } from "@coralhub/contract";
import { payoutLifecycle } from "@coralhub/domain";
import type { AccessEnd } from "../../platform/access-end.ts";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { merchantActor, SYSTEM, type Actor } from "../../platform/lifecycle-engine.ts";
import type { PayoutAnswer } from "./apply-for-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { couponUse } from "./payout-words.ts";
import { releasePosting } from "./payouts-postings.ts";
import { lockPayout, type Payout, type PayoutKey } from "./payouts-store.ts";

/** Until it is submitted the merchant may think better of it; what was held is free again. */
export const cancelPayout = (deps: PayoutsDeps, ctx: MerchantContext, id: string): Promise<PayoutAnswer> =>
  ctx.once((tx) => cancelIn(deps, tx, { merchantId: ctx.merchantId, id }, merchantActor(ctx)));

/** The same within somebody else's transaction. */
export const cancelIn = (deps: PayoutsDeps, tx: Tx, key: PayoutKey, by: Actor): Promise<PayoutAnswer> =>
  end(deps, tx, key, { action: "cancel", by });

/** Nobody verified it in time. */
export const lapsePayout = (deps: PayoutsDeps, key: PayoutKey): Promise<PayoutAnswer> =>
  deps.database.transaction((tx) => end(deps, tx, key, { action: "lapse", by: SYSTEM }));

/** As many as the books take with ease: a sheet may have thousands that wait. */
const BOOKED_AT_ONCE = 200;
const RECALLED: Record<AccessEnd, string> = {
  recovered: "账户找回时取消，没有付款；确认是您本人的付款，可以重新填写",
  closed: "账户注销时取消，没有付款",
};
/**
 * The account came back to its owner, or is closed: whatever has not left stays. Nobody but the owner knows which of it was
 * theirs. All of them are locked and their accounts open; quota, books and coupons are asked for once each, in this order.
 */
export async function recallPayouts(
  deps: PayoutsDeps,
  tx: Tx,
  merchantId: string,
  payouts: readonly Payout[],
  why: AccessEnd,
): Promise<void> {
  const ending = payouts.map((payout) => ({
    payout,
    finalPostingId: payout.holdPostingId === null ? undefined : deps.ids.next(),
  }));
  const moved = await deps.lifecycles.advanceMany(
    tx,
    payoutLifecycle,
    "recall",
    { at: deps.clock.now(), by: SYSTEM },
    ending.map(({ payout: { id }, finalPostingId }) => ({
      key: { merchantId, id },
      set: { reason: RECALLED[why], finalPostingId },
    })),
  );
  if (moved.includes(false)) throw new Refusal("state.changed");
  const held = ending.flatMap(({ payout, finalPostingId }) => (finalPostingId ? [{ payout, finalPostingId }] : []));
  if (held.length === 0) return;
  await deps.quota.release(tx, merchantId, ...held.map(({ payout }) => payout.id));
  const postings = held.map(({ payout, finalPostingId }) => releasePosting(payout, "payout.cancelled", finalPostingId));
  for (let at = 0; at < postings.length; at += BOOKED_AT_ONCE)
    await deps.ledger.postIn(tx, postings.slice(at, at + BOOKED_AT_ONCE));
  await deps.coupons.giveBack(tx, merchantId, ...held.map(({ payout }) => couponUse(payout)));
}

const UNANSWERED = "汇率变化超过约定的范围，没有按时重新确认，没有付款";
type Ending = { action: "cancel" | "lapse"; by: Actor };
async function end(deps: PayoutsDeps, tx: Tx, key: PayoutKey, { action, by }: Ending): Promise<PayoutAnswer> {
  const payout = await lockPayout(tx, key);
  if (!payout) throw new Refusal("not_found");
  const at = deps.clock.now();
  const finalPostingId = payout.holdPostingId === null ? undefined : deps.ids.next();
  // Only who was asked again has been given a reason before: that nobody answered is said with it.
  const reason = action === "lapse" && payout.reason !== null ? UNANSWERED : null;
  await deps.lifecycles.advance(tx, payoutLifecycle, key, action, { at, by, set: { reason, finalPostingId } });
  if (finalPostingId) {
    await deps.receivingAccounts.reopenFor(tx, payout);
    await deps.quota.release(tx, key.merchantId, key.id);
    await deps.ledger.postIn(tx, [releasePosting(payout, "payout.cancelled", finalPostingId)]);
    await deps.coupons.giveBack(tx, key.merchantId, couponUse(key));
  }
  return { id: key.id, state: "cancelled" };
}
