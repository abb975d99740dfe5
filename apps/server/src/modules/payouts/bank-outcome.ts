import {
  moneyOf,
  moneyText,
  payoutLifecycle,
  troubleOfWord,
  withoutFullStop,
  type Money,
  type PayoutNoticeOutcome,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import type { PayoutEnd, PayoutNotice } from "../../rails/payout-bank/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import { keepContradiction } from "./desk/contradictions-store.ts";
import { about, couponUse, payeeText } from "./payout-words.ts";
import {
  chargeOf,
  chargePosting,
  releasePosting,
  returnPosting,
  settlementPosting,
  spreadPosting,
} from "./payouts-postings.ts";
import { enqueueAdvice } from "./send-advice.ts";
import { findByReference, lockPayout, type Payout, type PayoutKey } from "./payouts-store.ts";
import { countMiss, forgetMisses, haltAfterReturn } from "./series/count-miss.ts";

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

/** Told or asked, once or often, in any order. */
export const takeEnd = (deps: PayoutsDeps, key: PayoutKey, end: PayoutEnd): Promise<PayoutNoticeOutcome> =>
  deps.database.transaction(async (tx) => recordEnd(deps, tx, (await lockPayout(tx, key))!, end, { by: RAIL }));

/** Who brings the bank's word: its own message, or two people of finance who have it in writing. */
type Bringer = { by: Actor; decidedBy?: string };
/**
 * The one door for a bank's word on a locked payment, whether it was told, asked for, read in a message or brought by hand. Each
 * end takes effect once, a return includes the payment before it, and what contradicts an end moves nothing.
 */
export async function recordEnd(
  deps: PayoutsDeps,
  tx: Tx,
  payout: Payout,
  end: PayoutEnd,
  bringer: Bringer,
): Promise<PayoutNoticeOutcome> {
  const { state } = payout;
  const waits = state === "processing";
  switch (end.standing) {
    case "paid":
      if (waits) await settlePayout(deps, tx, payout, { tell: true, by: bringer.by, short: end.short });
      return waits ? "completed" : state === "completed" || state === "returned" ? "repeated" : contradicted();
    case "refused":
      if (waits) await failPayout(deps, tx, payout, { action: "fail", reason: end.reason, ...bringer });
      return waits || state === "failed" ? (waits ? "failed" : "repeated") : contradicted();
    case "returned": {
      if (state === "returned") return isSameReturn(payout, end) ? "repeated" : contradicted();
      // One that never went to the bank may have no price to compare with.
      if (!waits && state !== "completed") return contradicted();
      const kept = keptOf(payout, end.amount);
      if (kept === undefined) return contradicted();
      // Before the settlement, where there is one yet to come: it locks quota and books.
      await deps.receivingAccounts.reopenFor(tx, payout);
      const settlementId = waits
        ? await settlePayout(deps, tx, payout, { tell: false, by: bringer.by })
        : payout.finalPostingId!;
      await giveBack(deps, tx, payout, { ...end, settlementId, kept });
      return "returned";
    }
  }
  async function contradicted(): Promise<PayoutNoticeOutcome> {
    // The comparison of statements finds the money; until a person has looked, nothing is moved on the bank's word.
    const trouble = troubleOfWord({ said: end.standing, state });
    deps.log.error({ payoutId: payout.id, state, standing: end.standing, trouble }, "the bank contradicts itself");
    await keepContradiction(tx, payoutKey(payout), {
      id: deps.ids.next(),
      said: end.standing,
      state,
      amount: end.standing === "returned" ? (end.amount ?? null) : null,
      reason: end.standing === "paid" ? null : end.reason,
      reference: end.standing === "returned" ? end.returnReference : null,
      at: deps.clock.now(),
    });
    return "contradicted";
  }
}

/** Money comes back once: under another number, or with another amount, it is another return. */
function isSameReturn({ returnReference, returned, price }: Payout, end: Extract<PayoutEnd, { standing: "returned" }>) {
  const came = returned ?? price!.arrives;
  const isSameAmount = !end.amount || (end.amount.currency === came.currency && end.amount.minor === came.minor);
  return isSameAmount && (returnReference === null || returnReference === end.returnReference);
}

/** What banks kept of what comes back; undefined where that cannot be: more than was paid, nothing, or another currency. */
function keptOf({ price }: Payout, back: Money | undefined): Money | undefined {
  const { currency, minor } = price!.arrives;
  if (!back) return moneyOf(currency, 0n);
  if (back.currency !== currency || back.minor < 1n || back.minor > minor) return undefined;
  return moneyOf(currency, minor - back.minor);
}

type Settling = { tell: boolean; by: Actor; short?: Money | undefined };
async function settlePayout(deps: PayoutsDeps, tx: Tx, payout: Payout, { tell, by, short }: Settling): Promise<string> {
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
  await forgetMisses(tx, payout);
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
  await countMiss(deps, tx, payout, reason);
  await deps.receivingAccounts.reopenFor(tx, payout);
  await deps.quota.release(tx, payout.merchantId, payout.id);
  await deps.ledger.postIn(tx, [releasePosting(payout, "payout.failed", finalPostingId)]);
  await deps.coupons.giveBack(tx, payout.merchantId, couponUse(payout));
}

type Return = { reason: string; returnReference: string; settlementId: string; kept: Money };
async function giveBack(deps: PayoutsDeps, tx: Tx, payout: Payout, back: Return): Promise<void> {
  const returnPostingId = deps.ids.next();
  const { arrives } = payout.price!;
  const returnedMinor = back.kept.minor > 0n ? arrives.minor - back.kept.minor : undefined;
  const returnChargeMinor = returnedMinor && chargeOf(payout, payout.price!, back.kept).minor;
  const reason = returnedMinor
    ? `${withoutFullStop(back.reason)}，银行扣费 ${moneyText(back.kept)}，实际退回 ${moneyText(moneyOf(arrives.currency, returnedMinor))}`
    : back.reason;
  await deps.lifecycles.advance(tx, payoutLifecycle, payoutKey(payout), "giveBack", {
    at: deps.clock.now(),
    by: RAIL,
    set: { returnPostingId, returnReference: back.returnReference, reason, returnedMinor, returnChargeMinor },
    note: reason,
    message: { event: "payout.returned", data: { ...about(payout), reason: withoutFullStop(reason) } },
  });
  await haltAfterReturn(deps, tx, payout, back.reason);
  await deps.quota.release(tx, payout.merchantId, payout.id);
  await deps.ledger.postIn(tx, [returnPosting(payout, payout.price!, back, returnPostingId)]);
  for (const posting of [
    ...chargePosting(payout, payout.price!, back, deps.ids.next()),
    ...spreadPosting(payout, payout.price!, back.kept, deps.ids.next()),
  ]) {
    await deps.ledger.postIn(tx, [posting]);
  }
  await deps.coupons.giveBack(tx, payout.merchantId, couponUse(payout));
}
