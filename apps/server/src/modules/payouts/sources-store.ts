import { UNFINISHED_PAYOUTS, type AccountCode } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";

/**
 * Payments that would give something back to this account if they failed. What comes from further accounts is held on the
 * first, so that theirs look empty.
 */
export async function countUnderWay(
  db: Db,
  { merchantId, code }: { merchantId: string; code: AccountCode },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout
    where merchant_id = ${merchantId} and state in (${sqlWords(UNFINISHED_PAYOUTS)})
      and hold_posting_id is not null and sources @> ${JSON.stringify([{ code }])}::jsonb`.execute(db);
  return rows[0]!.count;
}
