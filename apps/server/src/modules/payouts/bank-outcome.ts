import { moneyOf, troubleOfWord, type Money, type PayoutNoticeOutcome } from "@coralhub/domain";
import { createCoalescer, type Coalesced } from "../../platform/coalescer.ts";
import type { Tx } from "../../platform/db.ts";
import { RAIL, type Actor } from "../../platform/lifecycle-engine.ts";
import type { PayoutEnd, PayoutNotice } from "../../rails/payout-bank/index.ts";
import type { PayoutsDeps } from "./deps.ts";
import { keepContradiction } from "./desk/contradictions-store.ts";
import { endTogether, type Failed, type Returned, type Settled } from "./end-together.ts";
import {
  findByReferences,
  lockPayoutsOf,
  ownName,
  type Payout,
  type PayoutKey,
  type RailReference,
} from "./payouts-store.ts";

type Word = { key: PayoutKey; end: PayoutEnd };
export type EndDeps = PayoutsDeps & {
  ending: { find: Coalesced<RailReference, PayoutKey | undefined>; take: Coalesced<Word, PayoutNoticeOutcome> };
};
/** What banks say in the same moment takes effect in one transaction of a few statements; each word is answered by itself. */
export function createEnding(deps: PayoutsDeps): EndDeps["ending"] {
  return {
    find: createCoalescer({
      name: "payout notices",
      work: (names: readonly RailReference[]) => findByReferences(deps.database.db, names),
    }),
    take: createCoalescer({
      name: "payout ends",
      work: (words: readonly Word[]) => deps.database.transaction((tx) => takeAll(deps, tx, words)),
      // Nothing of a batch that failed has taken effect.
      aloneAfterFailure: true,
    }),
  };
}

/** What the bank says by itself. */
export async function takeNotice(
  deps: EndDeps,
  rail: string,
  { reference, ...end }: PayoutNotice,
): Promise<PayoutNoticeOutcome> {
  const key = await deps.ending.find({ rail, reference });
  if (!key) {
    deps.log.error({ rail, reference, standing: end.standing }, "the bank tells of a payment nobody made");
    return "unknown";
  }
  return takeEnd(deps, key, end);
}

/** Told or asked, once or often, in any order. */
export const takeEnd = (deps: EndDeps, key: PayoutKey, end: PayoutEnd): Promise<PayoutNoticeOutcome> =>
  deps.ending.take({ key, end });

const nameOf = ({ merchantId, id }: PayoutKey): string => ownName(merchantId, id);

/** What is said twice of one payment in the same moment comes one after the other: each word finds what the one before has left. */
async function takeAll(deps: PayoutsDeps, tx: Tx, words: readonly Word[]): Promise<PayoutNoticeOutcome[]> {
  const outcomes = new Map<Word, PayoutNoticeOutcome>();
  for (let left = words; left.length > 0; left = left.filter((word) => !outcomes.has(word))) {
    const turn = [...new Map(left.toReversed().map((word) => [nameOf(word.key), word])).values()];
    const locked = await lockPayoutsOf(
      tx,
      turn.map(({ key }) => key),
    );
    const said = await recordEnds(
      deps,
      tx,
      turn.map(({ key, end }) => ({ payout: locked.get(nameOf(key))!, end, by: RAIL })),
    );
    turn.forEach((word, place) => outcomes.set(word, said[place]!));
  }
  return words.map((word) => outcomes.get(word)!);
}

/** Who brings the bank's word: its own message, or two people of finance who have it in writing. */
type Spoken = { payout: Payout; end: PayoutEnd; by: Actor; decidedBy?: string };
/**
 * The one door for a bank's words on locked payments, whether they were told, asked for, read in a message or brought by hand.
 * Each end takes effect once, a return includes the payment before it, and what contradicts an end moves nothing.
 */
export async function recordEnds(deps: PayoutsDeps, tx: Tx, spoken: readonly Spoken[]): Promise<PayoutNoticeOutcome[]> {
  const outcomes = spoken.map(outcomeOf);
  const settled: Settled[] = [];
  const failed: Failed[] = [];
  const returned: Returned[] = [];
  for (const [place, { payout, end, by, decidedBy }] of spoken.entries()) {
    const outcome = outcomes[place]!;
    if (outcome === "contradicted") await keepWord(deps, tx, payout, end);
    if (outcome === "repeated" || outcome === "contradicted") continue;
    const postingId = deps.ids.next();
    if (end.standing === "refused") {
      failed.push({ payout, by, action: "fail", reason: end.reason, ...(decidedBy && { decidedBy }), postingId });
      continue;
    }
    const waits = payout.state === "processing";
    const short = end.standing === "paid" ? end.short : undefined;
    if (waits) settled.push({ payout, by, tell: end.standing === "paid", short, postingId });
    if (end.standing !== "returned") continue;
    const settlementId = waits ? postingId : payout.finalPostingId!;
    const { reason, returnReference } = end;
    const kept = keptOf(payout, end.amount)!;
    returned.push({ payout, reason, returnReference, settlementId, kept, postingId: deps.ids.next() });
  }
  await endTogether(deps, tx, { settled, failed, returned });
  return outcomes;
}

/** What a word means for the payment as it stands. */
function outcomeOf({ payout, end }: Pick<Spoken, "payout" | "end">): PayoutNoticeOutcome {
  const { state } = payout;
  const waits = state === "processing";
  switch (end.standing) {
    case "paid":
      return waits ? "completed" : state === "completed" || state === "returned" ? "repeated" : "contradicted";
    case "refused":
      return waits ? "failed" : state === "failed" ? "repeated" : "contradicted";
    case "returned":
      if (state === "returned") return isSameReturn(payout, end) ? "repeated" : "contradicted";
      // One that never went to the bank may have no price to compare with.
      if (!waits && state !== "completed") return "contradicted";
      return keptOf(payout, end.amount) ? "returned" : "contradicted";
  }
}

/** The comparison of statements finds the money; until a person has looked, nothing is moved on the bank's word. */
async function keepWord(deps: PayoutsDeps, tx: Tx, { merchantId, id, state }: Payout, end: PayoutEnd): Promise<void> {
  const trouble = troubleOfWord({ said: end.standing, state });
  deps.log.error({ payoutId: id, state, standing: end.standing, trouble }, "the bank contradicts itself");
  await keepContradiction(
    tx,
    { merchantId, id },
    {
      id: deps.ids.next(),
      said: end.standing,
      state,
      amount: end.standing === "returned" ? (end.amount ?? null) : null,
      reason: end.standing === "paid" ? null : end.reason,
      reference: end.standing === "returned" ? end.returnReference : null,
      at: deps.clock.now(),
    },
  );
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

type Failing = { action: Failed["action"]; reason: string; by: Actor; decidedBy?: string };
/** Refused by a person: all of it is the merchant's again. */
export const failPayout = (deps: PayoutsDeps, tx: Tx, payout: Payout, failing: Failing): Promise<void> =>
  endTogether(deps, tx, {
    settled: [],
    failed: [{ payout, ...failing, postingId: deps.ids.next() }],
    returned: [],
  });
