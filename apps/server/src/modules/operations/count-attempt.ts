import { Refusal } from "@coralhub/contract";
import type { Db, Tx } from "../../platform/db.ts";
import { deleteAttemptsBefore, lockAttempts, writeAttempts } from "./sign-in-attempts-store.ts";

const FREE_FAILURES = 5;
const FIRST_LOCK_SECONDS = 60;
const LONGEST_LOCK_SECONDS = 900;
const FORGET_AFTER_MS = 86_400_000;

/** Seconds a name rests at one place after this many failures in a row: 60, 120, 240 … at most 15 minutes. */
const lockSeconds = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_LOCK_SECONDS, FIRST_LOCK_SECONDS * 2 ** (failures - free));

/** Whose failures an attempt is counted with; a place that many share has more of them free. */
export type Budget = { place: Uint8Array; free?: number };

/**
 * Counts the attempt as failed before the password is looked at, so that guesses sent at the same moment cannot slip
 * past the limit together; a success takes it all back.
 */
export async function countAttempt(tx: Tx, email: string, budgets: readonly Budget[], now: Date): Promise<void> {
  for (const { place, free = FREE_FAILURES } of budgets) {
    const before = await lockAttempts(tx, email, place, now);
    if (before.lockedUntil && before.lockedUntil > now) {
      const seconds = Math.ceil((before.lockedUntil.getTime() - now.getTime()) / 1000);
      throw new Refusal("operator.locked", { seconds });
    }
    const stale = now.getTime() - before.updatedAt.getTime() > FORGET_AFTER_MS;
    const failures = (stale ? 0 : before.failures) + 1;
    const rest = lockSeconds(failures, free);
    const lockedUntil = rest > 0 ? new Date(now.getTime() + rest * 1000) : null;
    await writeAttempts(tx, email, place, { failures, lockedUntil, updatedAt: now });
  }
}

/** Names nobody tried for a day are forgotten: the table must not grow with what strangers type. */
export const forgetOldAttempts = (db: Db, now: Date) =>
  deleteAttemptsBefore(db, new Date(now.getTime() - FORGET_AFTER_MS));
