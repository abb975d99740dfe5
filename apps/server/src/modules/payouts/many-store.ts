import { GOING_PAYOUTS, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { sqlWords } from "../../platform/sql-words.ts";

export type PaidBefore = { id: string; beneficiaryId: string; currency: Currency; minor: bigint; at: Date };
/** What went or goes to these payees since then: the same amount again is asked about. */
export async function listPaidTo(
  db: Db,
  merchantId: string,
  payeeIds: readonly string[],
  since: Date,
): Promise<PaidBefore[]> {
  const { rows } = await sql<PaidBefore>`
    select id, beneficiary_id as "beneficiaryId", arrives_currency as currency, arrives_minor as minor,
      confirmed_at as at
    from payout where merchant_id = ${merchantId} and beneficiary_id = any(${payeeIds}::uuid[]) and confirmed_at > ${since}
      and state in (${sqlWords(GOING_PAYOUTS)}) order by confirmed_at desc, id desc limit 50000`.execute(db);
  return rows;
}
