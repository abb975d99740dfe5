import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** How many were new: one that exists already is not made again. */
export async function insertCodes(tx: Tx, planId: string, codes: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into coupon_code (code, plan_id) select unnest(${codes}::text[]), ${planId} on conflict do nothing`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function findCode(db: Db, code: string): Promise<{ planId: string; redeemed: boolean } | undefined> {
  const { rows } = await sql<{ planId: string; redeemed: boolean }>`
    select plan_id as "planId", redeemed_at is not null as redeemed from coupon_code where code = ${code}`.execute(db);
  return rows[0];
}

/** False where somebody was first. */
export async function takeCode(tx: Tx, code: string, merchantId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupon_code set redeemed_by = ${merchantId}, redeemed_at = ${at}
    where code = ${code} and redeemed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listCodes(db: Db, planId: string): Promise<{ code: string; redeemedAt: Date | null }[]> {
  const { rows } = await sql<{ code: string; redeemedAt: Date | null }>`
    select code, redeemed_at as "redeemedAt" from coupon_code where plan_id = ${planId} order by code`.execute(db);
  return rows;
}
