import { sql } from "kysely";
import type { PersonKey } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";

export type Factor = "mobile" | "email";
export type FactorChange = PersonKey & { factor: Factor; newValue: Uint8Array; effectiveAt: Date };
const COLUMNS = sql`merchant_id as "merchantId", person_id as "personId", factor, new_value as "newValue", effective_at as "effectiveAt"`;

/** A newer request replaces the waiting one, and waits its full time. */
export async function saveChange(tx: Tx, change: FactorChange & { requestedAt: Date }): Promise<void> {
  await sql`insert into merchant_factor_change (merchant_id, person_id, factor, new_value, requested_at, effective_at)
    values (${change.merchantId}, ${change.personId}, ${change.factor}, ${change.newValue}, ${change.requestedAt}, ${change.effectiveAt})
    on conflict (merchant_id, person_id, factor) do update
      set new_value = excluded.new_value, requested_at = excluded.requested_at, effective_at = excluded.effective_at`.execute(
    tx,
  );
}

export async function listChanges(db: Db, who: PersonKey): Promise<FactorChange[]> {
  const { rows } = await sql<FactorChange>`
    select ${COLUMNS} from merchant_factor_change where merchant_id = ${who.merchantId} and person_id = ${who.personId} order by factor`.execute(
    db,
  );
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
export async function deleteAllChanges(tx: Tx, who: PersonKey): Promise<void> {
  await sql`delete from merchant_factor_change where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(
    tx,
  );
}

/** False when it was cancelled or done by someone else. */
export async function deleteChange(tx: Tx, who: PersonKey, factor: Factor): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from merchant_factor_change where merchant_id = ${who.merchantId} and person_id = ${who.personId} and factor = ${factor}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** For whoever holds the person: what is due now goes, to be done. Undefined where nothing is due any more. */
export async function takeDueChange(
  tx: Tx,
  who: PersonKey,
  factor: Factor,
  now: Date,
): Promise<FactorChange | undefined> {
  const { rows } = await sql<FactorChange>`
    delete from merchant_factor_change
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and factor = ${factor} and effective_at <= ${now}
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}
