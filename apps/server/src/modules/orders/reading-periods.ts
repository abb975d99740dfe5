import { toShanghaiDay } from "@coralhub/domain";
import type { Gap } from "./stores-view-store.ts";

export const DAY_MS = 86_400_000;
/** Platforms put late orders into days that were read already. */
const OVERLAP_DAYS = 3;
/** Buyers send back for weeks: where nobody tells what changed, the orders of so many days are asked for again once a day. */
const REFUND_DAYS = 60;
/** Platforms list the newest or the oldest first: only a piece that was read whole is behind us. */
const PIECE_DAYS = 7;

/** How often a connected store has its turn. */
export const EVERY_MS = 6 * 3_600_000;
const LATE_MS = EVERY_MS + 3_600_000;

/**
 * One piece to be read, and what is missing where it is not; periods of no length among it say nothing. `by`: what was sold in it,
 * what has changed in it, or both.
 */
type Piece = { since: Date; until: Date; by: "sold" | "changed" | "both"; missing: Gap[] };
type By = Pick<Piece, "by">;
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** What of it is missing begins where it was read to; what was left out before that is missing still. */
function* piecesOf(
  { lacks, since, until }: Gap,
  { by }: By,
  read = since,
  left: readonly Gap[] = [],
): Generator<Piece> {
  const step = PIECE_DAYS * DAY_MS;
  for (let start = since; start < until; start = new Date(start.getTime() + step)) {
    const end = earlier(new Date(start.getTime() + step), until);
    const before = left.map((gap) => ({ ...gap, since: later(gap.since, start), until: earlier(gap.until, end) }));
    yield { since: start, until: end, by, missing: [{ lacks, since: later(start, read), until: end }, ...before] };
  }
}

/**
 * What is new, what was left out before, then what may have been refunded. A platform that tells what changed is asked for that
 * alone, as long as its last reading is no longer ago than a piece: whatever was sold, paid, refunded or cancelled since is in it.
 * `come`: days that orders were dated ahead with. That such a day has come changes nothing of them.
 */
export function* piecesToRead(
  last: Date,
  now: Date,
  left: readonly Gap[],
  { tellsChanges = false }: { tellsChanges?: boolean } = {},
  come: readonly { since: Date; until: Date }[] = [],
): Generator<Piece> {
  const since = new Date(last.getTime() - OVERLAP_DAYS * DAY_MS);
  if (tellsChanges && now.getTime() - last.getTime() <= PIECE_DAYS * DAY_MS) {
    yield* piecesOf({ lacks: "orders", since, until: now }, { by: "changed" }, last);
    for (const day of come) yield* piecesOf({ lacks: "orders", ...day }, { by: "sold" }, day.until);
    for (const gap of left) yield* piecesOf(gap, { by: "both" });
    return;
  }
  const by = { by: "sold" } as const;
  yield* piecesOf({ lacks: "orders", since, until: now }, by, last, left);
  const refunds: Gap = { lacks: "refunds", since: new Date(now.getTime() - REFUND_DAYS * DAY_MS), until: since };
  const isDue = toShanghaiDay(last) !== toShanghaiDay(now);
  for (const gap of left) {
    // What is looked at for refunds now anyway is not looked at twice.
    const end = gap.lacks === "refunds" && isDue ? refunds.since : since;
    yield* piecesOf({ ...gap, until: earlier(gap.until, end) }, by);
  }
  if (isDue) yield* piecesOf(refunds, by);
}

/** What a store has sold since it was read last, where nobody reads it any more or its turn has not come for too long. */
export const unreadSince = (readUntil: Date, now: Date, isConnected: boolean): Gap[] =>
  isConnected && now.getTime() - readUntil.getTime() <= LATE_MS
    ? []
    : [{ lacks: "orders", since: readUntil, until: now }];

/** As few periods as say it, oldest first. What lacks its orders need not be said to lack refunds. */
export function joinGaps(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  const sorted = gaps
    .filter(({ since, until }) => since < until)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.lacks.localeCompare(b.lacks));
  for (const gap of sorted) {
    const before = joined.findLast(({ lacks }) => lacks === gap.lacks);
    if (before && gap.since <= before.until) before.until = later(before.until, gap.until);
    else joined.push({ ...gap });
  }
  const without = joined.filter(({ lacks }) => lacks === "orders");
  return joined.filter(
    ({ lacks, since, until }) =>
      lacks === "orders" || !without.some((other) => other.since <= since && until <= other.until),
  );
}
