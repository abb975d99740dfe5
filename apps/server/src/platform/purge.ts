import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";

/**
 * How long rows are kept that nobody needs for good: by which time, for how many days, and which of them only. The table
 * in docs/security.md says the same (a test compares). Books, audit log, certification and payments are never deleted.
 */
export const PURGE_TERMS = [
  // Nobody repeats a call after three months; what moved money has its own key in the books for good.
  { table: "idempotency", time: "created_at", days: 90, only: "true" },
  // A price that was never used explains nothing; one that was used stays with what it was used for.
  { table: "price_quote", time: "created_at", days: 7, only: "used_at is null" },
  { table: "merchant_sign_in", time: "at", days: 180, only: "true" },
  {
    table: "export_job",
    time: "created_at",
    days: 90,
    only: "state in ('expired', 'cancelled', 'failed') and parts = 0",
  },
  { table: "merchant_data_export", time: "requested_at", days: 90, only: "content is null" },
  { table: "sandbox_mail", time: "sent_at", days: 90, only: "true" },
  { table: "sandbox_bank_notice", time: "due_at", days: 90, only: "delivered_at is not null" },
  { table: "sandbox_payout_plan", time: "due_at", days: 90, only: "done_at is not null" },
] as const satisfies readonly { table: string; time: string; days: number; only: string }[];

const DAY_MS = 86_400_000;
/** Few enough that the rows they lock are free again in no time. */
const AT_ONCE = 5_000;

/** How many rows went, by table. Safe to run twice, and to be stopped at any point. */
export async function purge({ db, clock }: { db: Db; clock: Clock }): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const { table, time, days, only } of PURGE_TERMS) {
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(time)} < ${before} and ${sql.raw(only)} limit ${AT_ONCE}))`.execute(
        db,
      );
      deleted = Number(numAffectedRows ?? 0n);
      gone[table] = (gone[table] ?? 0) + deleted;
    }
  }
  return gone;
}
