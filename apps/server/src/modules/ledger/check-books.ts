import { startOfShanghaiDay } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { leafDigest, merkleRoot } from "./merkle.ts";
import { findBrokenChains, findOverdrawnAccounts, findUnbalancedBooks, findWrongHolds } from "./reconcile-store.ts";
import { entryLeaf, merchantLeaf, sealedEntries } from "./seal-days.ts";
import { readDayTransfers, readMerchantSeals, readSealedDays } from "./seals-store.ts";

const DAY_MS = 86_400_000;
const ALL_DAYS = 100_000;
/** Days whose entries are hashed again, newest first; the others by their roots alone. */
const HASHED_AGAIN = 3;
const MERCHANTS_AT_ONCE = 200;

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

async function changedEntries(
  db: Db,
  day: string,
  seals: readonly { merchantId: string; root: string }[],
): Promise<string[]> {
  const from = startOfShanghaiDay(day);
  const problems: string[] = [];
  for (let start = 0; start < seals.length; start += MERCHANTS_AT_ONCE) {
    const some = seals.slice(start, start + MERCHANTS_AT_ONCE);
    const ids = some.map(({ merchantId }) => merchantId);
    const transfers = await readDayTransfers(db, ids, from, new Date(from.getTime() + DAY_MS));
    const byMerchant = Map.groupBy(transfers, ({ merchantId }) => merchantId);
    for (const { merchantId, root } of some) {
      const leaves = sealedEntries(byMerchant.get(merchantId) ?? []).map((entry) => leafDigest(entryLeaf(entry)));
      if (merkleRoot(leaves).toString("hex") !== root) problems.push(`${day}: entries of ${merchantId} were changed`);
    }
  }
  return problems;
}
