import type { Db } from "../../platform/db.ts";
import { rangesOf } from "./day-ranges.ts";
import { leafDigest, merkleRoot } from "./merkle.ts";
import { findBrokenChains, findOverdrawnAccounts, findUnbalancedBooks, findWrongHolds } from "./reconcile-store.ts";
import { merchantLeaf } from "./sealed-entries.ts";
import { readMerchantSeals, readSealedDays } from "./seals-store.ts";

const ALL_DAYS = 100_000;
/** Days whose entries are hashed again, newest first; the others by their roots alone. */
const HASHED_AGAIN = 3;

/** What is wrong with the books, by the words a person reads; empty where nothing is. For a restored copy. */
export async function checkBooks(db: Db): Promise<string[]> {
  const breaches = [
    ...(await findUnbalancedBooks(db)),
    ...(await findOverdrawnAccounts(db)),
    ...(await findWrongHolds(db)),
    ...(await findBrokenChains(db, new Date(0))),
  ];
  return breaches.map(({ rule, subject }) => `${rule}: ${subject}`);
}

export async function checkSeals(db: Db): Promise<string[]> {
  const days = await readSealedDays(db, ALL_DAYS);
  const problems: string[] = [];
  for (const [at, { day, root, previous }] of days.entries()) {
    const before = days[at + 1];
    if (before && before.chain !== previous) problems.push(`${day}: does not follow ${before.day}`);
    const seals = await readMerchantSeals(db, day);
    const leaves = seals.map((seal) => leafDigest(merchantLeaf(seal.merchantId, day, seal.entries, seal.root)));
    if (merkleRoot(leaves).toString("hex") !== root) problems.push(`${day}: its root is not that of its merchants`);
    if (at < HASHED_AGAIN) problems.push(...(await changedEntries(db, day, seals)));
  }
  return problems;
}

/** Hashes the day again, as it was sealed: nobody's entries may differ, be gone, or be there beside the seals. */
async function changedEntries(
  db: Db,
  day: string,
  seals: readonly { merchantId: string; root: string }[],
): Promise<string[]> {
  const sealed = new Map(seals.map(({ merchantId, root }) => [merchantId, root]));
  const changed: string[] = [];
  for await (const { seals: again } of rangesOf(db, day)) {
    for (const { merchantId, root } of again) {
      if (sealed.get(merchantId) !== root.toString("hex")) changed.push(merchantId);
      sealed.delete(merchantId);
    }
  }
  return [...changed, ...sealed.keys()].map((merchantId) => `${day}: entries of ${merchantId} were changed`);
}
