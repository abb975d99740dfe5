import { Refusal } from "@coralhub/contract";
import { startOfShanghaiDay, toShanghaiDay } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { leafDigest, merklePath, type PathStep } from "./merkle.ts";
import { entryLeaf, merchantLeaf, sealedEntries, type SealedEntry } from "./seal-days.ts";
import { findMerchantSeal, readBeside, readDayTransfers, readPostedAt, readSealedDay } from "./seals-store.ts";

/** Everything needed to check, without us, that an entry is in the sealed books. */
export type EntryProof = {
  format: "coralhub.proof.1";
  entry: SealedEntry;
  entryPath: PathStep[];
  merchant: { merchantId: string; day: string; entries: string; root: string };
  merchantPath: PathStep[];
  day: { day: string; root: string; previous: string; chain: string };
};

const DAY_MS = 86_400_000;

export async function proveEntry(
  db: Db,
  merchantId: string,
  { postingId, line, account }: { postingId: string; line: number; account: string },
): Promise<EntryProof> {
  const postedAt = await readPostedAt(db, merchantId, postingId, line);
  if (!postedAt) throw new Refusal("not_found");
  const day = toShanghaiDay(postedAt);
  const sealed = await readSealedDay(db, day);
  if (!sealed) throw new Refusal("ledger.not_sealed_yet", { day });
  const from = startOfShanghaiDay(day);
  const transfers = await readDayTransfers(db, [merchantId], from, new Date(from.getTime() + DAY_MS));
  const entries = sealedEntries(transfers);
  const place = entries.findIndex(
    (entry) => entry.postingId === postingId && entry.line === line && entry.account === account,
  );
  if (place < 0) throw new Refusal("not_found");
  const own = (await findMerchantSeal(db, day, merchantId))!;
  return {
    format: "coralhub.proof.1",
    entry: entries[place]!,
    entryPath: merklePath(
      entries.map((entry) => leafDigest(entryLeaf(entry))),
      place,
    ),
    merchant: { merchantId, day, entries: own.entries.toString(), root: own.root },
    merchantPath: await merchantPath(db, day, own.place),
    day: { day, root: sealed.root, previous: sealed.previous, chain: sealed.chain },
  };
}

/** From the merchant's seal to the day's root, by the nodes that were kept when the day was sealed. */
async function merchantPath(db: Db, day: string, place: number): Promise<PathStep[]> {
  const sideAt = (level: number): PathStep["side"] => ((place >> level) & 1 ? "left" : "right");
  const { seal, nodes } = await readBeside(db, day, place);
  const beside = nodes.map(({ level, digest }) => ({ side: sideAt(level), digest }));
  if (!seal) return beside;
  const leaf = leafDigest(merchantLeaf(seal.merchantId, day, seal.entries, seal.root));
  return [{ side: sideAt(0), digest: leaf.toString("hex") }, ...beside];
}
