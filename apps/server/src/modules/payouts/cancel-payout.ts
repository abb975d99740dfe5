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
import { lockPayout, type PayoutKey } from "./payouts-store.ts";

/** Until it is submitted the merchant may think better of it; what was held is free again. */
export const cancelPayout = (deps: PayoutsDeps, ctx: MerchantContext, id: string): Promise<PayoutAnswer> =>
  ctx.once((tx) => cancelIn(deps, tx, { merchantId: ctx.merchantId, id }, merchantActor(ctx)));

/** The same within somebody else's transaction. */
export const cancelIn = (deps: PayoutsDeps, tx: Tx, key: PayoutKey, by: Actor): Promise<PayoutAnswer> =>
  end(deps, tx, key, { action: "cancel", by });

/** Nobody verified it in time. */
export const lapsePayout = (deps: PayoutsDeps, key: PayoutKey): Promise<PayoutAnswer> =>
  deps.database.transaction((tx) => end(deps, tx, key, { action: "lapse", by: SYSTEM }));

const RECALLED: Record<AccessEnd, string> = {
  recovered: "账户找回时取消，没有付款；确认是您本人的付款，可以重新填写",
  closed: "账户注销时取消，没有付款",
};
/** The account came back to its owner, or is closed: whatever has not left stays. Nobody but the owner knows which of it was theirs. */
export const recallPayout = (deps: PayoutsDeps, tx: Tx, key: PayoutKey, why: AccessEnd): Promise<PayoutAnswer> =>
  end(deps, tx, key, { action: "recall", by: SYSTEM, recalled: RECALLED[why] });

const UNANSWERED = "汇率变化超过约定的范围，没有按时重新确认，没有付款";
type Ending = { action: "cancel" | "lapse" | "recall"; by: Actor; recalled?: string };
async function end(deps: PayoutsDeps, tx: Tx, key: PayoutKey, { action, by, recalled }: Ending): Promise<PayoutAnswer> {
  const payout = await lockPayout(tx, key);
  if (!payout) throw new Refusal("not_found");
  const at = deps.clock.now();
  const finalPostingId = payout.holdPostingId === null ? undefined : deps.ids.next();
  // Only who was asked again has been given a reason before: that nobody answered is said with it.
  const unanswered = action === "lapse" && payout.reason !== null ? UNANSWERED : null;
  const reason = recalled ?? unanswered;
  await deps.lifecycles.advance(tx, payoutLifecycle, key, action, { at, by, set: { reason, finalPostingId } });
  if (finalPostingId) {
    await deps.receivingAccounts.reopenFor(tx, payout);
    await deps.quota.release(tx, key.merchantId, key.id);
    await deps.ledger.postIn(tx, [releasePosting(payout, "payout.cancelled", finalPostingId)]);
    await deps.coupons.giveBack(tx, key.merchantId, couponUse(key));
  }
  return { id: key.id, state: "cancelled" };
}
