import { Refusal } from "@coralhub/contract";
import { accountCode, moneyOf, transfer } from "@coralhub/domain";
import type { Ids } from "../../apps/server/src/platform/ids.ts";
import type { Posting, Writer } from "../../apps/server/src/modules/ledger/index.ts";

const MERCHANTS = 1_000;
const OPENING = 100_000_000n;
const RECENT_KEYS = 2_000;
const ZIPF_EXPONENT = 1.2;
const OVERDRAFT_SHARE = 0.02;
const REPLAY_SHARE = 0.02;

const wallet = accountCode("wallet", "USD");
const cards = accountCode("card_wallet", "USD");
const fees = accountCode("house.fees", "USD");
const nostro = accountCode("house.nostro", "USD", "bank");
const usd = (minor: number | bigint) => moneyOf("USD", BigInt(minor));

export type Workload = () => Posting;

/** Every merchant has two funded accounts. */
export async function fund(writer: Writer, ids: Ids, count = MERCHANTS): Promise<string[]> {
  const merchants = Array.from({ length: count }, () => ids.next());
  const transfers = [transfer(nostro, wallet, usd(OPENING)), transfer(nostro, cards, usd(OPENING))];
  await Promise.all(
    merchants.map((merchantId) => writer.post({ merchantId, key: "opening", reason: "income.credited", transfers })),
  );
  return merchants;
}

/**
 * Transfers between two accounts of a merchant, back and forth; what differs is who, what else, and what goes wrong. Keys of
 * one prefix are made by one caller.
 */
export function workloads(
  merchants: readonly string[],
  prefix = "bench",
): Record<"plain" | "fee" | "zipf" | "mixed", Workload> {
  let made = 0;
  const anyMerchant = () => merchants[Math.floor(Math.random() * merchants.length)]!;
  const plain = (merchantId = anyMerchant()): Posting => {
    const [from, to] = Math.random() < 0.5 ? [wallet, cards] : [cards, wallet];
    const amount = usd(1 + Math.floor(Math.random() * 1_000));
    return { merchantId, key: `${prefix}:${made++}`, reason: "card.funded", transfers: [transfer(from, to, amount)] };
  };
  const shares = zipfShares(merchants.length);
  const recent: Posting[] = [];
  let remembered = 0;
  return {
    plain,
    fee() {
      const posting = plain();
      const from = posting.transfers[0]!.from as typeof wallet;
      return { ...posting, transfers: [...posting.transfers, transfer(from, fees, usd(3))] };
    },
    zipf: () => plain(merchants[rankOf(shares, Math.random())]),
    mixed() {
      const dice = Math.random();
      if (dice < REPLAY_SHARE && recent.length > 0) return recent[Math.floor(Math.random() * recent.length)]!;
      const posting = plain();
      if (dice > 1 - OVERDRAFT_SHARE)
        return { ...posting, transfers: [transfer(wallet, nostro, usd(OPENING * 1_000n))] };
      recent[remembered++ % RECENT_KEYS] = posting;
      return posting;
    },
  };
}

function zipfShares(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1) ** ZIPF_EXPONENT);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => (sum += weight / total));
}

function rankOf(shares: readonly number[], point: number): number {
  let [low, high] = [0, shares.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shares[middle]! < point) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Keeps so many postings in flight; answers how many were answered in each second, refusals and replays included. */
export async function drive(
  writer: Writer,
  workload: Workload,
  inFlight: number,
  seconds: number,
): Promise<{ rate: number; answered: number }> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  let answered = 0;
  const line = async () => {
    for (; performance.now() < until; answered++) {
      await writer.post(workload()).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.reason !== "ledger.insufficient_funds") throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, line));
  return { rate: (answered * 1_000) / (performance.now() - started), answered };
}
