import type { Tx } from "../../platform/db.ts";
import { readBalances } from "./entries-store.ts";
import { checkPosting, fingerprintOf, type Posting } from "./posting.ts";
import { readSealedDays } from "./seals-store.ts";
import { postAll, runIn } from "./transactions.ts";

/** Its id carries the time, because lists are ordered by it. */
export type PastPosting = { at: Date; posting: Posting & { id: string } };

const MICROS_PER_MS = 1_000n;

/** The database takes no entry before an account's last one and none into a sealed day: only new books have a past. */
export const mayPlantHistory = async (tx: Tx, merchantId: string): Promise<boolean> =>
  (await readBalances(tx, merchantId)).length === 0 && (await readSealedDays(tx, 1)).length === 0;

/** A demo merchant's past, oldest first: each posting at its own time, under the same rules as any other. */
export async function plantHistory(tx: Tx, history: readonly PastPosting[]): Promise<void> {
  const run = runIn(tx);
  for (const { at, posting } of history) {
    checkPosting(posting);
    const nowMicros = BigInt(at.getTime()) * MICROS_PER_MS;
    await postAll(run, [
      { posting, id: posting.id, fingerprint: fingerprintOf(posting), nowMicros, answerLost: false },
    ]);
  }
}
