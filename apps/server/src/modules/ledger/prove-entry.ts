import { Refusal } from "@coralhub/contract";
import { toShanghaiDay } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { ENTRIES_UNDER_KEPT, spanOf } from "./day-ranges.ts";
import { leafDigest, merklePath, type PathStep } from "./merkle.ts";
import { entryLeaf, merchantLeaf, sealedEntries, type SealedEntry } from "./sealed-entries.ts";
import {
  findEntryNode,
  findMerchantSeal,
  readBeside,
  readBesideEntry,
  readDayTransfers,
  readEntriesFrom,
  readPostedAt,
  readSealedDay,
  type EntryPlace,
} from "./seals-store.ts";

/** Everything needed to check, without us, that an entry is in the sealed books. */
export type EntryProof = {
  format: "coralhub.proof.1";
  entry: SealedEntry;
  entryPath: PathStep[];
  merchant: { merchantId: string; day: string; entries: string; root: string };
  merchantPath: PathStep[];
  day: { day: string; root: string; previous: string; chain: string };
};

export async function proveEntry(
  db: Db,
  merchantId: string,
  { postingId, line, account }: { postingId: string; line: number; account: string },
): Promise<EntryProof> {
  const posted = await readPostedAt(db, merchantId, postingId, line);
  if (!posted) throw new Refusal("not_found");
  const day = toShanghaiDay(posted.at);
  const sealed = await readSealedDay(db, day);
  if (!sealed) throw new Refusal("ledger.not_sealed_yet", { day });
  const { entries, above } = await neighboursOf(db, day, merchantId, { account, micros: posted.micros });
  const place = entries.findIndex(
    (entry) => entry.postingId === postingId && entry.line === line && entry.account === account,
  );
  if (place < 0) throw new Refusal("not_found");
  const own = (await findMerchantSeal(db, day, merchantId))!;
  const leaves = entries.map((entry) => leafDigest(entryLeaf(entry)));
  return {
    format: "coralhub.proof.1",
    entry: entries[place]!,
    entryPath: [...merklePath(leaves, place), ...above],
    merchant: { merchantId, day, entries: own.entries.toString(), root: own.root },
    merchantPath: await merchantPath(db, day, own.place),
    day: { day, root: sealed.root, previous: sealed.previous, chain: sealed.chain },
  };
}

const sideOf = (place: number): PathStep["side"] => (place & 1 ? "left" : "right");

/**
 * The entries under the lowest kept node of the merchant's own tree, and the way from there to its root. A day with few
 * entries has no nodes, nor has one that was sealed before they were kept: there all entries are read.
 */
async function neighboursOf(
  db: Db,
  day: string,
  merchantId: string,
  at: EntryPlace,
): Promise<{ entries: SealedEntry[]; above: PathStep[] }> {
  const node = await findEntryNode(db, day, merchantId, at);
  if (!node) return { entries: sealedEntries(await readDayTransfers(db, [merchantId], spanOf(day))), above: [] };
  const [entries, beside] = await Promise.all([
    readEntriesFrom(db, merchantId, spanOf(day), node.first, ENTRIES_UNDER_KEPT),
    readBesideEntry(db, day, merchantId, node),
  ]);
  const above = beside.map(({ level, digest }) => ({ side: sideOf(node.place >> (level - node.level)), digest }));
  return { entries, above };
}

/** From the merchant's seal to the day's root, by the nodes that were kept when the day was sealed. */
async function merchantPath(db: Db, day: string, place: number): Promise<PathStep[]> {
  const { seal, nodes } = await readBeside(db, day, place);
  const beside = nodes.map(({ level, digest }) => ({ side: sideOf(place >> level), digest }));
  if (!seal) return beside;
  const leaf = leafDigest(merchantLeaf(seal.merchantId, day, seal.entries, seal.root));
  return [{ side: sideOf(place), digest: leaf.toString("hex") }, ...beside];
}
