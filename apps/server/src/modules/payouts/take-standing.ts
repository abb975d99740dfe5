import { payoutLifecycle, withoutFullStop, type Money, type PayoutNoticeOutcome } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import type { PayoutEnd, PayoutNotice } from "../../rails/payout-bank/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import { about, couponUse, payeeText } from "./payout-words.ts";
import { releasePosting, returnPosting, settlementPosting, spreadPosting } from "./payouts-postings.ts";
import { enqueueAdvice } from "./send-advice.ts";
import { findByReference, lockPayout, type Payout, type PayoutKey } from "./payouts-store.ts";

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
        if (waits) await settlePayout(deps, tx, payout, { tell: true, by: RAIL, short: end.short });
        return waits ? "completed" : state === "completed" || state === "returned" ? "repeated" : contradicted();
      case "refused":
        if (waits) await failPayout(deps, tx, payout, { action: "fail", reason: end.reason, by: RAIL });
        return waits || state === "failed" ? (waits ? "failed" : "repeated") : contradicted();
      case "returned": {
        if (state === "returned") return "repeated";
        if (!waits && state !== "completed") return contradicted();
        // Before the settlement, where there is one yet to come: it locks quota and books.
        await deps.receivingAccounts.reopenFor(tx, payout);
        const settlementId = waits
          ? await settlePayout(deps, tx, payout, { tell: false, by: RAIL })
          : payout.finalPostingId!;
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

type Settling = { tell: boolean; by: Actor; short?: Money | undefined };
export async function settlePayout(
  deps: PayoutsDeps,
  tx: Tx,
  payout: Payout,
  { tell, by, short }: Settling,
): Promise<string> {
  const finalPostingId = deps.ids.next();
  const isShort = short !== undefined && short.currency === payout.arrivesCurrency && short.minor > 0n;
  await deps.lifecycles.advance(tx, payoutLifecycle, payoutKey(payout), "settle", {
    at: deps.clock.now(),
    by,
    set: { finalPostingId, shortMinor: isShort ? short.minor : undefined },
    // A sheet's end is told once for all its rows.
    ...(tell &&
      payout.batchId === null && {
        message: { event: "payout.completed", data: { ...about(payout), payee: payeeText(payout) } } as const,
      }),
  });
  await deps.quota.consume(tx, payout.merchantId, payout.id);
  await deps.ledger.postIn(tx, [settlementPosting(payout, payout.price!, finalPostingId)]);
  await deps.coupons.settle(tx, payout.merchantId, couponUse(payout));
  await enqueueAdvice(deps, tx, payout);
  return finalPostingId;
}
const payoutKey = ({ merchantId, id }: PayoutKey) => ({ merchantId, id });

type Failing = { action: "fail" | "reject"; reason: string; by: Actor; decidedBy?: string };
/** Refused by the bank or by a person: all of it is the merchant's again. */
export async function failPayout(
  deps: PayoutsDeps,
  tx: Tx,
  payout: Payout,
  { action, reason, by, decidedBy }: Failing,
): Promise<void> {
  const finalPostingId = deps.ids.next();
  await deps.lifecycles.advance(tx, payoutLifecycle, payoutKey(payout), action, {
    at: deps.clock.now(),
    by,
    set: { finalPostingId, reason, decidedBy },
    note: reason,
    message: { event: "payout.failed", data: { ...about(payout), reason: withoutFullStop(reason) } },
  });
  await deps.receivingAccounts.reopenFor(tx, payout);
  await deps.quota.release(tx, payout.merchantId, payout.id);
  await deps.ledger.postIn(tx, [releasePosting(payout, "payout.failed", finalPostingId)]);
  await deps.coupons.giveBack(tx, payout.merchantId, couponUse(payout));
}

type Return = { reason: string; returnReference: string; settlementId: string };
async function giveBack(deps: PayoutsDeps, tx: Tx, payout: Payout, back: Return): Promise<void> {
  const returnPostingId = deps.ids.next();
  await deps.lifecycles.advance(tx, payoutLifecycle, payoutKey(payout), "giveBack", {
    at: deps.clock.now(),
    by: RAIL,
    set: { returnPostingId, reason: back.reason },
    note: back.reason,
    message: { event: "payout.returned", data: { ...about(payout), reason: withoutFullStop(back.reason) } },
  });
  await deps.quota.release(tx, payout.merchantId, payout.id);
  await deps.ledger.postIn(tx, [returnPosting(payout, payout.price!, back, returnPostingId)]);
  const spread = spreadPosting(payout, deps.ids.next());
  if (spread.length > 0) await deps.ledger.postIn(tx, spread);
  await deps.coupons.giveBack(tx, payout.merchantId, couponUse(payout));
}
