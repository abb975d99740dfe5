import { Refusal } from "@coralhub/contract";
import { withoutFullStop, type PayoutNoticeOutcome } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { PayoutEnd, PayoutNotice } from "../../rails/payout-bank/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import { insertPayoutEvent } from "./payout-events-store.ts";
import { about, payeeText } from "./payout-words.ts";
import { findByReference, lockPayout, movePayout, type Payout, type PayoutKey } from "./payouts-store.ts";
import { releasePosting, returnPosting, settlementPosting } from "./payouts-postings.ts";

/** What the bank says by itself. */
export async function takeNotice(
  deps: PayoutsDeps,
  rail: string,
  { reference, ...end }: PayoutNotice,
): Promise<PayoutNoticeOutcome> {
  const key = await findByReference(deps.database.db, rail, reference);
  if (!key) {
    deps.log.error({ rail, reference, standing: end.standing }, "the bank tells of a payment nobody made");
    return "unknown";
  }
  return takeEnd(deps, key, end);
}

/** Told or asked, once or often, in any order: each end takes effect once, and a return includes the payment before it. */
export function takeEnd(deps: PayoutsDeps, key: PayoutKey, end: PayoutEnd): Promise<PayoutNoticeOutcome> {
  return deps.database.transaction(async (tx) => {
    const payout = (await lockPayout(tx, key))!;
    const { state } = payout;
    const waits = state === "processing";
    switch (end.standing) {
      case "paid":
        if (waits) await settle(deps, tx, payout, { tell: true });
        return waits ? "completed" : state === "completed" || state === "returned" ? "repeated" : contradicted();
      case "refused":
        if (waits) await failPayout(deps, tx, payout, { action: "fail", reason: end.reason });
        return waits || state === "failed" ? (waits ? "failed" : "repeated") : contradicted();
      case "returned": {
        if (state === "returned") return "repeated";
        if (!waits && state !== "completed") return contradicted();
        const settlementId = waits ? await settle(deps, tx, payout, { tell: false }) : payout.finalPostingId!;
        await giveBack(deps, tx, payout, { ...end, settlementId });
        return "returned";
      }
    }
    function contradicted(): PayoutNoticeOutcome {
      // The comparison of statements finds the money; until a person has looked, nothing is moved on the bank's word.
      deps.log.error({ payoutId: key.id, state, standing: end.standing }, "the bank contradicts itself");
      return "contradicted";
    }
  });
}

async function settle(deps: PayoutsDeps, tx: Tx, payout: Payout, { tell }: { tell: boolean }): Promise<string> {
  const at = deps.clock.now();
  const finalPostingId = deps.ids.next();
  if (!(await movePayout(tx, payout, "settle", { at, finalPostingId }))) throw new Refusal("state.changed");
  await deps.ledger.postIn(tx, [settlementPosting(payout, payout.price!, finalPostingId)]);
  await insertPayoutEvent(tx, payout, deps.ids.next(), { action: "settle", note: null, at });
  if (tell) {
    const data = { ...about(payout), payee: payeeText(payout) };
    await deps.sendMessage(tx, { event: "payout.completed", merchantId: payout.merchantId, data });
  }
  return finalPostingId;
}

/** Refused by the bank or by a person: all of it is the merchant's again. */
export async function failPayout(
  deps: PayoutsDeps,
  tx: Tx,
  payout: Payout,
  { action, reason, decidedBy }: { action: "fail" | "reject"; reason: string; decidedBy?: string },
): Promise<void> {
  const at = deps.clock.now();
  const finalPostingId = deps.ids.next();
  const change = { at, finalPostingId, reason, ...(decidedBy && { decidedBy }) };
  if (!(await movePayout(tx, payout, action, change))) throw new Refusal("state.changed");
  await deps.ledger.postIn(tx, [await releasePosting(tx, payout, "payout.failed", finalPostingId)]);
  await insertPayoutEvent(tx, payout, deps.ids.next(), { action, note: reason, at });
  const data = { ...about(payout), reason: withoutFullStop(reason) };
  await deps.sendMessage(tx, { event: "payout.failed", merchantId: payout.merchantId, data });
}

type Return = { reason: string; returnReference: string; settlementId: string };
async function giveBack(deps: PayoutsDeps, tx: Tx, payout: Payout, back: Return): Promise<void> {
  const at = deps.clock.now();
  const returnPostingId = deps.ids.next();
  const change = { at, returnPostingId, reason: back.reason };
  if (!(await movePayout(tx, payout, "giveBack", change))) throw new Refusal("state.changed");
  await deps.ledger.postIn(tx, [await returnPosting(tx, payout, back, returnPostingId)]);
  await insertPayoutEvent(tx, payout, deps.ids.next(), { action: "giveBack", note: back.reason, at });
  const data = { ...about(payout), reason: withoutFullStop(back.reason) };
  await deps.sendMessage(tx, { event: "payout.returned", merchantId: payout.merchantId, data });
}
