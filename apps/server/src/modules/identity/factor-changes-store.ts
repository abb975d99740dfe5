import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Factor = "mobile" | "email";
export type FactorChange = { merchantId: string; factor: Factor; newValue: string; effectiveAt: Date };
const COLUMNS = sql`merchant_id as "merchantId", factor, new_value as "newValue", effective_at as "effectiveAt"`;

/** A newer wish replaces the waiting one, and waits its full time. */
export async function saveChange(tx: Tx, change: FactorChange & { requestedAt: Date }): Promise<void> {
  await sql`insert into merchant_factor_change (merchant_id, factor, new_value, requested_at, effective_at)
    values (${change.merchantId}, ${change.factor}, ${change.newValue}, ${change.requestedAt}, ${change.effectiveAt})
    on conflict (merchant_id, factor) do update
      set new_value = excluded.new_value, requested_at = excluded.requested_at, effective_at = excluded.effective_at`.execute(
    tx,
  );
}

export async function listChanges(db: Db, merchantId: string): Promise<FactorChange[]> {
  const { rows } = await sql<FactorChange>`
    select ${COLUMNS} from merchant_factor_change where merchant_id = ${merchantId} order by factor`.execute(db);
  return rows;
}

export async function listDueChanges(db: Db, now: Date, limit: number): Promise<FactorChange[]> {
  const { rows } = await sql<FactorChange>`
    select ${COLUMNS} from merchant_factor_change where effective_at <= ${now} order by effective_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Whoever asked for them may have been someone else: a new password ends them all. */
export async function deleteAllChanges(tx: Tx, merchantId: string): Promise<void> {
  await sql`delete from merchant_factor_change where merchant_id = ${merchantId}`.execute(tx);
}

/** False when it was cancelled or done by someone else. */
export async function deleteChange(tx: Tx, merchantId: string, factor: Factor): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from merchant_factor_change where merchant_id = ${merchantId} and factor = ${factor}`.execute(tx);
  return numAffectedRows === 1n;
}
