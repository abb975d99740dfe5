import { accountParts, startOfShanghaiDay, toShanghaiDay, type AccountCode } from "@coralhub/domain";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { leafDigest, merkleRoot } from "./merkle.ts";
import {
  closeDay,
  nextDayToSeal,
  readDayTransfers,
  readMerchants,
  sealDay,
  type DayTotals,
  type SealedTransfer,
} from "./seals-store.ts";

const DAY_MS = 86_400_000;
const NOBODY = "00000000-0000-0000-0000-000000000000";
const MERCHANTS_AT_ONCE = 100;

/** One side of a transfer as it is sealed; the order of the fields is part of the format. */
export type SealedEntry = {
  merchantId: string;
  account: AccountCode;
  postedAtMicros: string;
  postingId: string;
  line: number;
  currency: string;
  amountMinor: string;
  balanceMinor: string;
  key: string;
  reason: string;
  reference: string | null;
};
export const entryLeaf = ({ merchantId, account, postedAtMicros, postingId, line, ...entry }: SealedEntry): string => {
  const { currency, amountMinor, balanceMinor, key, reason, reference } = entry;
  const place = [merchantId, account, postedAtMicros, postingId, line];
  return JSON.stringify(["coralhub.entry.1", ...place, currency, amountMinor, balanceMinor, key, reason, reference]);
};
export const merchantLeaf = (merchantId: string, day: string, entries: bigint, root: string): string =>
  JSON.stringify(["coralhub.merchant.1", merchantId, day, entries.toString(), root]);

/** All entries of every transfer, in the order of the tree: by account, then by time. */
export function sealedEntries(transfers: readonly SealedTransfer[]): SealedEntry[] {
  const entries = transfers.flatMap((transfer) => {
    const { merchantId, postingId, currency, key, reason, reference, micros } = transfer;
    return sidesOf(transfer).map(({ account, line, amount, balance }) => {
      const [amountMinor, balanceMinor] = [amount.toString(), balance.toString()];
      const place = { merchantId, account, postedAtMicros: micros.toString(), postingId, line };
      return { micros, entry: { ...place, currency, amountMinor, balanceMinor, key, reason, reference } };
    });
  });
  const order = (a: string | bigint, b: string | bigint) => (a < b ? -1 : a > b ? 1 : 0);
  return entries
    .toSorted((a, b) => order(a.entry.account, b.entry.account) || order(a.micros, b.micros))
    .map(({ entry }) => entry);
}

type TransferSide = { account: AccountCode; line: number; amount: bigint; balance: bigint };

/** The account the money leaves, and the one or two it arrives at. */
function sidesOf({ line, from, to, also, amount, ...transfer }: SealedTransfer): TransferSide[] {
  const second = transfer.alsoAmount ?? 0n;
  const sides = [
    { account: from, line, amount: -(amount + second), balance: transfer.fromBalance },
    { account: to, line, amount, balance: transfer.toBalance },
  ];
  if (also) sides.push({ account: also, line: line + 1, amount: second, balance: transfer.alsoBalance! });
  return sides;
}

/** Seals every day that is over and not sealed yet, oldest first. Safe to run twice or to be killed. */
export async function sealDays({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> {
  const sealed: string[] = [];
  for (;;) {
    const day = await nextDayToSeal(db);
    if (day === undefined || day >= toShanghaiDay(clock.now())) return sealed;
    await sealOneDay(db, day, clock.now());
    sealed.push(day);
  }
}

async function sealOneDay(db: Db, day: string, now: Date): Promise<void> {
  for (let after: string | undefined = NOBODY; after !== undefined;) {
    after = await closeDay(db, day, now, after, MERCHANTS_AT_ONCE);
  }
  const from = startOfShanghaiDay(day);
  const until = new Date(from.getTime() + DAY_MS);
  const seals: { merchantId: string; root: Buffer; entries: bigint }[] = [];
  const totals = new Map<string, DayTotals>();
  for (let after = NOBODY; ;) {
    const merchants = await readMerchants(db, after, MERCHANTS_AT_ONCE);
    if (merchants.length === 0) break;
    after = merchants.at(-1)!;
    const transfers = await readDayTransfers(db, merchants, from, until);
    for (const transfer of transfers) addTotals(totals, transfer);
    const byMerchant = Map.groupBy(transfers, (transfer) => transfer.merchantId);
    for (const merchantId of merchants) {
      const entries = sealedEntries(byMerchant.get(merchantId) ?? []);
      if (entries.length === 0) continue;
      const root = merkleRoot(entries.map((entry) => leafDigest(entryLeaf(entry))));
      seals.push({ merchantId, root, entries: BigInt(entries.length) });
    }
  }
  const leaves = seals.map(({ merchantId, entries, root }) =>
    leafDigest(merchantLeaf(merchantId, day, entries, root.toString("hex"))),
  );
  await sealDay(db, { day, now, root: merkleRoot(leaves), seals, totals: [...totals.values()] });
}

function addTotals(totals: Map<string, DayTotals>, transfer: SealedTransfer): void {
  const { currency } = transfer;
  for (const { account, amount } of sidesOf(transfer)) {
    const { kind } = accountParts(account);
    const key = `${kind} ${currency}`;
    const total = totals.get(key) ?? { kind, currency, debits: 0n, credits: 0n };
    totals.set(key, total);
    if (amount < 0n) total.debits -= amount;
    else total.credits += amount;
  }
}
