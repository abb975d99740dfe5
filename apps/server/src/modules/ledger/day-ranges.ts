import { accountParts, startOfShanghaiDay, type AccountCode } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { growTree, leafDigest } from "./merkle.ts";
import { entryLeaf, sealedEntries, type SealedEntry } from "./sealed-entries.ts";
import {
  readDayTransfers,
  readEntriesFrom,
  readMerchantDays,
  type DayTotals,
  type EntryNode,
  type EntryPlace,
  type MerchantDay,
  type NewSeal,
  type SealRange,
  type Span,
} from "./seals-store.ts";

const DAY_MS = 86_400_000;
/** Before the first merchant. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";
/** How much of a day is in memory at once, whoever it belongs to. */
export type RangeSize = { merchants: number; transfers: number };
const USUAL: RangeSize = { merchants: 500, transfers: 2_500 };
/** Of a merchant's own tree the nodes are kept from this level on: one stands for 64 entries. */
const LOWEST_KEPT = 6;
export const ENTRIES_UNDER_KEPT = 1 << LOWEST_KEPT;

export function spanOf(day: string): Span {
  const from = startOfShanghaiDay(day);
  return { from, until: new Date(from.getTime() + DAY_MS) };
}

/** The roots of a day for all merchants who moved on it, in their order, so many at a time as fit into little memory. */
export async function* rangesOf(
  db: Db,
  day: string,
  after: string = NOBODY,
  size: RangeSize = USUAL,
): AsyncIterable<SealRange> {
  const span = spanOf(day);
  for (let reached = after; ;) {
    const merchants = await readMerchantDays(db, reached, size.merchants, span);
    if (merchants.length === 0) return;
    reached = merchants.at(-1)!.merchantId;
    for (const some of together(merchants, size.transfers)) {
      const large = some[0]!.transfers > size.transfers ? some[0] : undefined;
      yield await (large
        ? sealLarge(db, large.merchantId, span, size.transfers)
        : sealSome(
            db,
            some.map(({ merchantId }) => merchantId),
            span,
          ));
    }
  }
}

/** Neighbours whose days are small enough together; whoever has more than that comes alone, who has none not at all. */
function together(merchants: readonly MerchantDay[], most: number): MerchantDay[][] {
  const groups: MerchantDay[][] = [];
  let room = 0;
  for (const merchant of merchants) {
    if (merchant.transfers === 0) continue;
    if (groups.length === 0 || merchant.transfers > room) {
      groups.push([]);
      room = most;
    }
    groups.at(-1)!.push(merchant);
    room -= merchant.transfers;
  }
  return groups;
}

async function sealSome(db: Db, merchantIds: readonly string[], span: Span): Promise<SealRange> {
  const byMerchant = Map.groupBy(await readDayTransfers(db, merchantIds, span), ({ merchantId }) => merchantId);
  const totals = createTotals();
  const seals = merchantIds.map((merchantId) => {
    const seal = growSeal(merchantId);
    for (const entry of sealedEntries(byMerchant.get(merchantId) ?? [])) {
      seal.add(entry);
      totals.add(entry);
    }
    return seal.end();
  });
  return { seals, totals: totals.all() };
}

/** A merchant whose day is too large to be held: read in the order of the tree, piece by piece. */
async function sealLarge(db: Db, merchantId: string, span: Span, atOnce: number): Promise<SealRange> {
  const totals = createTotals();
  const seal = growSeal(merchantId);
  for (let next: EntryPlace | undefined = { account: "", micros: 0n }; next;) {
    const entries: SealedEntry[] = await readEntriesFrom(db, merchantId, span, next, atOnce);
    for (const entry of entries) {
      seal.add(entry);
      totals.add(entry);
    }
    const last = entries.length === atOnce ? entries.at(-1)! : undefined;
    next = last && { account: last.account, micros: BigInt(last.postedAtMicros) + 1n };
  }
  return { seals: [seal.end()], totals: totals.all() };
}

/** A merchant's tree from its entries in order. A day with few entries keeps no nodes: they are read whole. */
function growSeal(merchantId: string): { add(entry: SealedEntry): void; end(): NewSeal } {
  const nodes: EntryNode[] = [];
  const firsts: EntryPlace[] = [];
  let entries = 0;
  const tree = growTree((node) => {
    if (node.level > LOWEST_KEPT) nodes.push(node);
    if (node.level === LOWEST_KEPT) nodes.push({ ...node, first: firsts[node.place]! });
  });
  return {
    add(entry) {
      if (entries % ENTRIES_UNDER_KEPT === 0) {
        firsts.push({ account: entry.account, micros: BigInt(entry.postedAtMicros) });
      }
      entries++;
      tree.add(leafDigest(entryLeaf(entry)));
    },
    end() {
      const root = tree.root();
      return { merchantId, root, entries: BigInt(entries), nodes: entries > ENTRIES_UNDER_KEPT ? nodes : [] };
    },
  };
}

function createTotals(): { add(entry: SealedEntry): void; all(): DayTotals[] } {
  const totals = new Map<string, DayTotals>();
  const byAccount = new Map<string, string>();
  const kindOf = (account: AccountCode): string => {
    const known = byAccount.get(account);
    if (known) return known;
    const { kind } = accountParts(account);
    byAccount.set(account, kind);
    return kind;
  };
  return {
    add({ account, currency, amountMinor }) {
      const kind = kindOf(account);
      const key = `${kind} ${currency}`;
      const total = totals.get(key) ?? { kind, currency, debits: 0n, credits: 0n };
      totals.set(key, total);
      const amount = BigInt(amountMinor);
      if (amount < 0n) total.debits -= amount;
      else total.credits += amount;
    },
    all: () => [...totals.values()],
  };
}
