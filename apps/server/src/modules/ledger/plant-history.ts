import { holdCode } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { decideBatch, type BatchFacts } from "./batch.ts";
import { readBalances } from "./entries-store.ts";
import { lockBatch, writeStatements } from "./ledger-store.ts";
import { requestOf, postingKey, type Posting, type Request } from "./posting.ts";
import { readSealedDays } from "./seals-store.ts";
import { runIn } from "./transactions.ts";

/** Its id carries the time, because lists are ordered by it. */
export type PastPosting = { at: Date; posting: Posting & { id: string } };

const MICROS_PER_MS = 1_000n;

/** The database takes no entry before an account's last one and none into a sealed day: only new books have a past. */
export const mayPlantHistory = async (tx: Tx, merchantId: string): Promise<boolean> =>
  (await readBalances(tx, merchantId)).length === 0 && (await readSealedDays(tx, 1)).length === 0;

/**
 * A demo merchant's past, oldest first: each posting at its own time, under the rules of every posting. The accounts
 * stay locked from the first to the last, so what is known of them is carried on instead of being read again.
 */
export async function plantHistory(tx: Tx, history: readonly PastPosting[]): Promise<void> {
  const run = runIn(tx);
  const requests = history.map(({ at, posting }) =>
    requestOf(posting, posting.id, BigInt(at.getTime()) * MICROS_PER_MS),
  );
  const facts = await lockBatch(run, requests);
  for (const request of requests) {
    const [decision] = decideBatch([request], facts);
    if (decision!.outcome === "refused") throw decision!.refusal;
    for (const { text, values } of writeStatements([decision!])) await run(text, values);
    carryOn(facts, request);
  }
}

/** What has just been written is what the next posting finds. */
function carryOn(facts: BatchFacts, { posting: { merchantId, transfers }, id }: Request): void {
  for (const account of [...facts.accounts.values()].flatMap((own) => [...own.values()])) {
    account.seenBalance = account.balance;
    account.seenLatest = account.latest;
  }
  for (const { from, to, amount } of transfers) {
    if (!from.startsWith("house.") && !from.startsWith("hold:") && to === holdCode(from)) {
      facts.holds.set(postingKey(merchantId, id), { code: to, amount: amount.minor, resolved: false });
    }
  }
}
