import { moneyOf, type AccountCode, type Currency, type Transfer } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type Hold = { code: AccountCode; currency: Currency; amount: bigint; resolvedBy: string | null };

export async function readHold(db: Db, merchantId: string, postingId: string): Promise<Hold | undefined> {
  const { rows } = await sql<{ code: AccountCode; amount: bigint; resolved_by: string | null }>`
    select code, amount, resolved_by from ledger_hold
    where merchant_id = ${merchantId} and posting_id = ${postingId}`.execute(db);
  const row = rows[0];
  return (
    row && {
      code: row.code,
      currency: row.code.split(":")[1] as Currency,
      amount: row.amount,
      resolvedBy: row.resolved_by,
    }
  );
}

/** A posting's transfers in their order; empty where there is no such posting. */
export async function readTransfers(db: Db, merchantId: string, postingId: string): Promise<Transfer[]> {
  const { rows } = await sql<{ from_code: AccountCode; to_code: AccountCode; currency: Currency; amount: bigint }>`
    select from_code, to_code, currency, amount from ledger_transfer
    where merchant_id = ${merchantId} and posting_id = ${postingId} order by line`.execute(db);
  return rows.map((row) => ({ from: row.from_code, to: row.to_code, amount: moneyOf(row.currency, row.amount) }));
}
