import { moneyOf, type AccountCode, type Currency, type PostingReason, type Transfer } from "@coralhub/domain";
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

export type Corrected = { reason: PostingReason; postedAt: Date };
/** What a posting takes back; undefined where it takes nothing back. */
export async function readCorrected(db: Db, merchantId: string, postingId: string): Promise<Corrected | undefined> {
  const { rows } = await sql<Corrected>`
    select o.reason, o.posted_at as "postedAt" from ledger_posting o
     where o.merchant_id = ${merchantId} and o.id = (
       select p.reverses from ledger_posting p where p.merchant_id = ${merchantId} and p.id = ${postingId})`.execute(
    db,
  );
  return rows[0];
}

/** What a reversal can take back, in the order of posting: nothing of an unknown posting, nothing of a reversal. */
export async function readReversible(db: Db, merchantId: string, postingId: string): Promise<Transfer[]> {
  const { rows } = await sql<{ from_code: AccountCode; to_code: AccountCode; currency: Currency; amount: bigint }>`
    select t.from_code, t.to_code, t.currency, t.amount
      from ledger_posting p join ledger_leg t on t.merchant_id = p.merchant_id and t.posting_id = p.id
     where p.merchant_id = ${merchantId} and p.id = ${postingId} and p.reverses is null order by t.line`.execute(db);
  return rows.map((row) => ({ from: row.from_code, to: row.to_code, amount: moneyOf(row.currency, row.amount) }));
}
