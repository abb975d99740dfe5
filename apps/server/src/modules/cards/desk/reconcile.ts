import { CARD_CURRENCY, moneyOf, startOfShanghaiDay, toShanghaiDay } from "@coralhub/domain";
import type { CardsDeps } from "../deps.ts";
import { findMoved, listMoved, type Moved } from "../reconcile-store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Who heard late booked late: the other side of a movement lies so far away at most, and is looked for there first. */
const LATE_MS = 7 * DAY_MS;
/** What only one side knows so far is on its way to the other, and no difference yet. */
const GRACE_MS = 90 * MINUTE_MS;

/** One movement as both sides know it. It counts once, at the moment the issuer booked it; at ours where it did not. */
type Pair = { reference: string; ours: bigint | null; theirs: bigint | null; at: Date };

/**
 * Our messages and disputes against the issuer's own statement, by reference: what only one side knows, or both know
 * differently. Both sides are read beyond the days that are shown, so that nothing is missed because one booked it an hour before
 * midnight and the other after.
 */
export async function reconcileIssuer(deps: CardsDeps, days: number) {
  const { db } = deps.database;
  const issuer = deps.issuer.name;
  const now = deps.clock.now();
  const reaches = deps.statements.rails().includes(issuer) ? await deps.statements.reaches(issuer) : null;
  if (reaches === null) return { days: [], differences: [], underWay: [], reachesUntil: null };
  const until = new Date(Math.min(now.getTime(), reaches.getTime()));
  const from = startOfShanghaiDay(toShanghaiDay(new Date(until.getTime() - (days - 1) * DAY_MS)));
  const wideFrom = new Date(from.getTime() - LATE_MS);
  const [near, lines] = await Promise.all([
    listMoved(db, issuer, wideFrom),
    deps.statements.lines(issuer, wideFrom, until),
  ]);
  const known = new Set(near.map(({ reference }) => reference));
  const unknown = lines.flatMap(({ reference }) => (known.has(reference) ? [] : [reference]));
  const theirs = lines.map(({ reference, amount, bookedAt }) => ({ reference, minor: amount.minor, at: bookedAt }));
  const all = pairUp([...near, ...(await findMoved(db, issuer, unknown))], theirs).filter(
    ({ at }) => at >= from && at < until,
  );
  const young = new Date(until.getTime() - GRACE_MS);
  const isUnderWay = ({ ours, theirs: line, at }: Pair) => (ours === null || line === null) && at > young;
  const settled = all.filter((pair) => !isUnderWay(pair));
  return {
    days: sumByDay(settled),
    differences: settled.filter(({ ours, theirs: line }) => ours !== line).map(told),
    underWay: all.filter(isUnderWay).map(told),
    reachesUntil: until,
  };
}

function pairUp(ours: readonly Moved[], theirs: readonly Moved[]): Pair[] {
  const pairs = new Map<string, Pair>();
  // Several lines may stand under one reference: they count together, from the first of them on.
  for (const { reference, minor, at } of theirs) {
    const before = pairs.get(reference);
    const sum = (before?.theirs ?? 0n) + minor;
    pairs.set(reference, { reference, ours: null, theirs: sum, at: before && before.at < at ? before.at : at });
  }
  for (const { reference, minor, at } of ours) {
    const line = pairs.get(reference);
    pairs.set(reference, line ? { ...line, ours: minor } : { reference, ours: minor, theirs: null, at });
  }
  return [...pairs.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

const money = (minor: bigint) => moneyOf(CARD_CURRENCY, minor);
const told = ({ reference, ours, theirs, at }: Pair) => ({
  reference,
  ours: ours === null ? null : money(ours),
  theirs: theirs === null ? null : money(theirs),
  at,
});

function sumByDay(pairs: readonly Pair[]) {
  const sums = new Map<string, { ours: bigint; theirs: bigint; count: number }>();
  for (const { ours, theirs, at } of pairs) {
    const day = toShanghaiDay(at);
    const sum = sums.get(day) ?? { ours: 0n, theirs: 0n, count: 0 };
    sums.set(day, {
      ours: sum.ours + (ours ?? 0n),
      theirs: sum.theirs + (theirs ?? 0n),
      count: sum.count + 1,
    });
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, { count, ...sum }]) => ({ day, ours: money(sum.ours), theirs: money(sum.theirs), count }));
}
