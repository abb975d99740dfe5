import { CARD_CURRENCY, moneyOf, toShanghaiDay } from "@coralhub/domain";
import type { CardsDeps } from "../deps.ts";
import { listMoved } from "../reconcile-store.ts";

const DAY_MS = 86_400_000;

/** Our messages against the issuer's own statement, by reference: what only one side knows, or both know differently. */
export async function reconcileIssuer(deps: CardsDeps, days: number) {
  const now = deps.clock.now();
  const from = new Date(now.getTime() - days * DAY_MS);
  const issuer = deps.issuer.name;
  const [ours, lines] = await Promise.all([
    listMoved(deps.database.db, issuer, from),
    deps.statements.lines(issuer, from, now),
  ]);
  const theirs = lines.filter(({ reference }) => !reference.startsWith("CB"));
  const money = (minor: bigint) => moneyOf(CARD_CURRENCY, minor);
  const byReference = new Map(theirs.map((line) => [line.reference, line]));
  const known = new Set(ours.map(({ reference }) => reference));
  const differences = [
    ...ours.flatMap(({ reference, minor, at }) => {
      const line = byReference.get(reference);
      if (line?.amount.minor === minor) return [];
      return [{ reference, ours: money(minor), theirs: line ? line.amount : null, at }];
    }),
    ...theirs.flatMap(({ reference, amount, bookedAt }) =>
      known.has(reference) ? [] : [{ reference, ours: null, theirs: amount, at: bookedAt }],
    ),
  ];
  const sums = new Map<string, { ours: bigint; theirs: bigint; count: number }>();
  const dayOf = (at: Date) => {
    const day = toShanghaiDay(at);
    const sum = sums.get(day) ?? { ours: 0n, theirs: 0n, count: 0 };
    sums.set(day, sum);
    return sum;
  };
  for (const { minor, at } of ours) {
    const sum = dayOf(at);
    sum.ours += minor;
    sum.count += 1;
  }
  for (const { amount, bookedAt } of theirs) dayOf(bookedAt).theirs += amount.minor;
  return {
    days: [...sums]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([day, sum]) => ({ day, ours: money(sum.ours), theirs: money(sum.theirs), count: sum.count })),
    differences,
  };
}
