import { Refusal } from "@coralhub/contract";
import { moneyOf, moneyText, payoutLifecycle, withoutFullStop, type Money } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import { settlesInCny } from "./ask-quota.ts";
import type { PayoutsDeps } from "./deps.ts";
import { about, couponUse, payeeText } from "./payout-words.ts";
import {
  chargeOf,
  chargePosting,
  releasePosting,
  returnPosting,
  settlementPosting,
  spreadPosting,
} from "./payouts-postings.ts";
import { ownName, type Payout, type PayoutKey } from "./payouts-store.ts";
import { enqueueAdvice } from "./send-advice.ts";
import { countMiss, forgetMisses, haltAfterReturn } from "./series/count-miss.ts";

/** The bank has paid it. */
export type Settled = { payout: Payout; by: Actor; tell: boolean; short?: Money | undefined; postingId: string };
/** Refused by the bank or by a person: all of it is the merchant's again. */
export type Failed = {
  payout: Payout;
  by: Actor;
  action: "fail" | "reject";
  reason: string;
  decidedBy?: string;
  postingId: string;
};
/** It has come back, less what banks kept of it. */
export type Returned = {
  payout: Payout;
  reason: string;
  returnReference: string;
  settlementId: string;
  kept: Money;
  postingId: string;
};
export type Ends = { settled: readonly Settled[]; failed: readonly Failed[]; returned: readonly Returned[] };

/**
 * Brings locked payments to their ends, many with as many statements as one. Payments first, then series, accounts, quota,
 * books and coupons, each in one order: as everybody locks them. What came back before it was known to be paid is settled and
 * returned in one go.
 */
export async function endTogether(deps: PayoutsDeps, tx: Tx, ends: Ends): Promise<void> {
  const settled = inOrder(ends.settled);
  const failed = inOrder(ends.failed);
  const returned = inOrder(ends.returned);
  const back = inOrder([...failed, ...returned]).map(({ payout }) => payout);
  await moveSettled(deps, tx, settled);
  await moveFailed(deps, tx, failed);
  await moveReturned(deps, tx, returned);
  for (const { payout } of settled) await forgetMisses(tx, payout);
  for (const { payout, reason } of failed) await countMiss(deps, tx, payout, reason);
  for (const { payout, reason } of returned) await haltAfterReturn(deps, tx, payout, reason);
  for (const [merchantId, theirs] of byMerchant(back)) {
    const sources = theirs.flatMap((payout) => payout.sources);
    await deps.receivingAccounts.reopenFor(tx, { merchantId, sources });
  }
  await moveQuota(deps, tx, { paid: settled.map(({ payout }) => payout), back });
  await book(deps, tx, { settled, failed, returned });
  await deps.coupons.settleMany(
    tx,
    settled.map(({ payout }) => ({ merchantId: payout.merchantId, usedFor: couponUse(payout) })),
  );
  for (const [merchantId, theirs] of byMerchant(back)) {
    await deps.coupons.giveBack(tx, merchantId, ...theirs.map(couponUse));
  }
  await enqueueAdvice(
    deps,
    tx,
    settled.map(({ payout }) => payout),
  );
}

const inOrder = <T extends { payout: PayoutKey }>(ends: readonly T[]): T[] =>
  ends.toSorted((one, other) => (nameOf(one.payout) < nameOf(other.payout) ? -1 : 1));
const nameOf = ({ merchantId, id }: PayoutKey): string => ownName(merchantId, id);
const keyOf = ({ merchantId, id }: PayoutKey) => ({ merchantId, id });
const byMerchant = (payouts: readonly Payout[]) => Map.groupBy(payouts, ({ merchantId }) => merchantId);

function requireAll(moved: readonly boolean[]): void {
  if (moved.includes(false)) throw new Refusal("state.changed");
}

async function moveSettled(deps: PayoutsDeps, tx: Tx, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const moves = settled.map(({ payout, by, tell, short, postingId }) => {
    const isShort = short !== undefined && short.currency === payout.arrivesCurrency && short.minor > 0n;
    return {
      key: keyOf(payout),
      by,
      set: { finalPostingId: postingId, shortMinor: isShort ? short.minor : undefined },
      // A sheet's end is told once for all its rows.
      ...(tell &&
        payout.batchId === null && {
          message: { event: "payout.completed", data: { ...about(payout), payee: payeeText(payout) } } as const,
        }),
    };
  });
  requireAll(
    await deps.lifecycles.advanceMany(tx, payoutLifecycle, "settle", { at: deps.clock.now(), by: RAIL }, moves),
  );
}

async function moveFailed(deps: PayoutsDeps, tx: Tx, failed: readonly Failed[]): Promise<void> {
  for (const [action, same] of Map.groupBy(failed, (one) => one.action)) {
    const moves = same.map(({ payout, by, reason, decidedBy, postingId }) => ({
      key: keyOf(payout),
      by,
      set: { finalPostingId: postingId, reason, decidedBy },
      note: reason,
      message: { event: "payout.failed", data: { ...about(payout), reason: withoutFullStop(reason) } } as const,
    }));
    const doing = { at: deps.clock.now(), by: same[0]!.by };
    requireAll(await deps.lifecycles.advanceMany(tx, payoutLifecycle, action, doing, moves));
  }
}

async function moveReturned(deps: PayoutsDeps, tx: Tx, returned: readonly Returned[]): Promise<void> {
  if (returned.length === 0) return;
  const moves = returned.map(({ payout, returnReference, kept, reason: said, postingId }) => {
    const { arrives } = payout.price!;
    const returnedMinor = kept.minor > 0n ? arrives.minor - kept.minor : undefined;
    const returnChargeMinor = returnedMinor && chargeOf(payout, payout.price!, kept).minor;
    const reason = returnedMinor
      ? `${withoutFullStop(said)}，银行扣费 ${moneyText(kept)}，实际退回 ${moneyText(moneyOf(arrives.currency, returnedMinor))}`
      : said;
    return {
      key: keyOf(payout),
      set: { returnPostingId: postingId, returnReference, reason, returnedMinor, returnChargeMinor },
      note: reason,
      message: { event: "payout.returned", data: { ...about(payout), reason: withoutFullStop(reason) } } as const,
    };
  });
  const doing = { at: deps.clock.now(), by: RAIL };
  requireAll(await deps.lifecycles.advanceMany(tx, payoutLifecycle, "giveBack", doing, moves));
}

/** Only what settles in CNY has taken any. */
async function moveQuota(
  deps: PayoutsDeps,
  tx: Tx,
  { paid, back }: { paid: readonly Payout[]; back: readonly Payout[] },
): Promise<void> {
  const inCny = ({ arrivesCurrency }: Payout) => settlesInCny(arrivesCurrency);
  const idsOf = (payouts: readonly Payout[] = []) => payouts.map(({ id }) => id);
  const [used, released] = [byMerchant(paid.filter(inCny)), byMerchant(back.filter(inCny))];
  for (const merchantId of [...new Set([...used.keys(), ...released.keys()])].toSorted()) {
    if (used.has(merchantId)) await deps.quota.consumeMany(tx, merchantId, idsOf(used.get(merchantId)));
    if (released.has(merchantId)) await deps.quota.release(tx, merchantId, ...idsOf(released.get(merchantId)));
  }
}

/** A return takes back a posting that is there, and what is taken of it was given back before. */
async function book(deps: PayoutsDeps, tx: Tx, { settled, failed, returned }: Ends): Promise<void> {
  const ended = [
    ...settled.map(({ payout, postingId }) => settlementPosting(payout, payout.price!, postingId)),
    ...failed.map(({ payout, postingId }) => releasePosting(payout, "payout.failed", postingId)),
  ];
  const back = returned.map(({ payout, postingId, ...one }) => returnPosting(payout, payout.price!, one, postingId));
  const charged = returned.flatMap(({ payout, ...one }) => chargePosting(payout, payout.price!, one, deps.ids.next()));
  const spread = returned.flatMap(({ payout, kept }) => spreadPosting(payout, payout.price!, kept, deps.ids.next()));
  for (const postings of [ended, back, charged, spread]) {
    if (postings.length > 0) await deps.ledger.postIn(tx, postings);
  }
}
