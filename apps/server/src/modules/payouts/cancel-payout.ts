import { Refusal } from "@coralhub/contract";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import type { PayoutAnswer } from "./apply-for-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { insertPayoutEvent } from "./payout-events-store.ts";
import { lockPayout, movePayout, type PayoutKey } from "./payouts-store.ts";
import { releasePosting } from "./payouts-postings.ts";

/** Until it has been submitted; what is held is released. */
export const cancelPayout = (
  deps: PayoutsDeps,
  { merchantId, once }: MerchantContext,
  id: string,
): Promise<PayoutAnswer> => once((tx) => end(deps, tx, { merchantId, id }, "cancel"));

/** Nobody verified it in time. */
export const lapsePayout = (deps: PayoutsDeps, key: PayoutKey): Promise<PayoutAnswer> =>
  deps.database.transaction((tx) => end(deps, tx, key, "lapse"));

async function end(deps: PayoutsDeps, tx: Tx, key: PayoutKey, action: "cancel" | "lapse"): Promise<PayoutAnswer> {
  const payout = await lockPayout(tx, key);
  if (!payout) throw new Refusal("not_found");
  const at = deps.clock.now();
  const finalPostingId = payout.holdPostingId === null ? undefined : deps.ids.next();
  const change = { at, reason: null, ...(finalPostingId && { finalPostingId }) };
  if (!(await movePayout(tx, key, action, change))) throw new Refusal("state.changed");
  if (finalPostingId) {
    await deps.ledger.postIn(tx, [await releasePosting(tx, payout, "payout.cancelled", finalPostingId)]);
  }
  await insertPayoutEvent(tx, key, deps.ids.next(), { action, note: null, at });
  return { id: key.id, state: "cancelled" };
}
