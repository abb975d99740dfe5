import { sql } from "kysely";
import type { PersonKey } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";

export async function setPendingTotp(tx: Tx, who: PersonKey, sealed: Uint8Array): Promise<void> {
  await sql`update merchant_user set totp_pending = ${sealed} where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(
    tx,
  );
}

export async function activateTotp(tx: Tx, who: PersonKey, sealed: Uint8Array, step: number, at: Date): Promise<void> {
  await sql`update merchant_user set totp_secret = ${sealed}, totp_pending = null, totp_bound_at = ${at}, totp_last_step = ${step},
    totp_last_used_at = ${at} where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(tx);
}

/** An authenticator somebody began to bind and did not finish. */
export async function clearPendingTotp(tx: Tx, who: PersonKey): Promise<void> {
  await sql`update merchant_user set totp_pending = null where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(
    tx,
  );
}

export async function clearTotp(tx: Tx, who: PersonKey): Promise<void> {
  await sql`update merchant_user set totp_secret = null, totp_pending = null, totp_bound_at = null, totp_last_step = null,
    totp_last_used_at = null where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(tx);
  await sql`delete from merchant_recovery_code where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(
    tx,
  );
}

/** False when this step was used before: of two who show the same code, one gets in. */
export async function advanceTotpStep(db: Db, who: PersonKey, step: number, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update merchant_user set totp_last_step = ${step}, totp_last_used_at = ${at}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and (totp_last_step is null or totp_last_step < ${step})`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function replaceRecoveryCodes(tx: Tx, who: PersonKey, hashes: readonly Uint8Array[]): Promise<void> {
  await sql`delete from merchant_recovery_code where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(
    tx,
  );
  await sql`insert into merchant_recovery_code (merchant_id, person_id, code_hash)
    select ${who.merchantId}, ${who.personId}, unnest(${hashes}::bytea[])`.execute(tx);
}

export async function spendRecoveryCode(db: Db, who: PersonKey, hash: Uint8Array, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update merchant_recovery_code set used_at = ${at}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and code_hash = ${hash} and used_at is null`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function countRecoveryCodes(db: Db, who: PersonKey): Promise<{ left: number; total: number }> {
  const { rows } = await sql<{ left: number; total: number }>`
    select (count(*) filter (where used_at is null))::int as left, count(*)::int as total
    from merchant_recovery_code where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(db);
  return rows[0]!;
}
