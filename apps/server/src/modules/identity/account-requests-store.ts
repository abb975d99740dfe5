import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type DataExport = { id: string; requestedAt: Date; readyAt: Date | null; expiresAt: Date | null };

export async function insertExport(tx: Tx, merchantId: string, id: string, at: Date): Promise<void> {
  await sql`insert into merchant_data_export (merchant_id, id, requested_at) values (${merchantId}, ${id}, ${at})`.execute(
    tx,
  );
}

export async function listExports(db: Db, merchantId: string): Promise<DataExport[]> {
  const { rows } = await sql<DataExport>`
    select id, requested_at as "requestedAt", ready_at as "readyAt", expires_at as "expiresAt"
    from merchant_data_export where merchant_id = ${merchantId} order by id desc limit 20`.execute(db);
  return rows;
}

export async function readExport(
  db: Db,
  merchantId: string,
  id: string,
): Promise<(DataExport & { content: Buffer | null }) | undefined> {
  const { rows } = await sql<DataExport & { content: Buffer | null }>`
    select id, requested_at as "requestedAt", ready_at as "readyAt", expires_at as "expiresAt", content
    from merchant_data_export where merchant_id = ${merchantId} and id = ${id}`.execute(db);
  return rows[0];
}

export type ExportContent = { content: Uint8Array; readyAt: Date; expiresAt: Date };
/** False when it was filled before: a job that runs twice tells the merchant once. */
export async function fillExport(tx: Tx, merchantId: string, id: string, filled: ExportContent): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update merchant_data_export set content = ${filled.content}, ready_at = ${filled.readyAt},
      expires_at = ${filled.expiresAt}
    where merchant_id = ${merchantId} and id = ${id} and ready_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

export async function emptyExpiredExports(db: Db, now: Date): Promise<void> {
  await sql`update merchant_data_export set content = null where content is not null and expires_at < ${now}`.execute(
    db,
  );
}

export type Closing = { id: string; requestedAt: Date; reason: string; closesAt: Date };
export async function insertClosing(tx: Tx, merchantId: string, closing: Closing): Promise<void> {
  await sql`insert into merchant_closing (merchant_id, id, requested_at, reason) values (${merchantId}, ${closing.id}, ${closing.requestedAt}, ${closing.reason})`.execute(
    tx,
  );
  await sql`update merchant set closes_at = ${closing.closesAt} where merchant_id = ${merchantId}`.execute(tx);
}

export async function withdrawClosing(tx: Tx, merchantId: string, at: Date): Promise<void> {
  await sql`update merchant_closing set cancelled_at = ${at} where merchant_id = ${merchantId} and cancelled_at is null`.execute(
    tx,
  );
  await sql`update merchant set closes_at = null where merchant_id = ${merchantId} and closed_at is null`.execute(tx);
}

/** A page of them, behind `after`. */
export async function listDueClosings(db: Db, now: Date, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ merchantId: string }>`
    select merchant_id as "merchantId" from merchant
    where closes_at <= ${now} and closed_at is null and (${after}::uuid is null or merchant_id > ${after}::uuid)
    order by merchant_id limit 100`.execute(db);
  return rows.map((row) => row.merchantId);
}

/** False where it is not due any more; otherwise nobody changes it, and nothing new is written for it, until the end. */
export async function lockDueClosing(tx: Tx, merchantId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from merchant where merchant_id = ${merchantId} and closes_at <= ${now} and closed_at is null for update`.execute(
    tx,
  );
  return rows.length === 1;
}

/** For whoever brings money in: who closes the merchant's account waits for this, or is seen. False where it is closed. */
export async function lockOpenOwner(tx: Tx, merchantId: string): Promise<boolean> {
  const { rows } = await sql`
    select merchant_id from merchant_open where merchant_id = ${merchantId} for key share`.execute(tx);
  return rows.length > 0;
}

export async function isClosed(db: Db, merchantId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from merchant where merchant_id = ${merchantId} and closed_at is not null`.execute(db);
  return rows.length > 0;
}

/** The account stays for the books; what identified the person goes, and the names are free again. */
export async function closeMerchant(tx: Tx, merchantId: string, at: Date): Promise<void> {
  await sql`delete from merchant_directory where owner_id = ${merchantId} and kind in ('mobile', 'email', 'invitation')`.execute(
    tx,
  );
  await sql`delete from passkey_directory where owner_id = ${merchantId}`.execute(tx);
  await sql`delete from merchant_passkey where merchant_id = ${merchantId}`.execute(tx);
  await sql`delete from merchant_device where merchant_id = ${merchantId}`.execute(tx);
  await sql`delete from merchant_factor_change where merchant_id = ${merchantId}`.execute(tx);
  await sql`delete from merchant_recovery_code where merchant_id = ${merchantId}`.execute(tx);
  await sql`update merchant set closed_at = ${at}, contact_name = null, contact_title = null, province = null, city = null,
    area = null, address = null where merchant_id = ${merchantId}`.execute(tx);
  await sql`update merchant_user set left_at = ${at}, name = null, mobile = null, email = null, password_hash = '',
    totp_secret = null, totp_pending = null, totp_bound_at = null, totp_last_step = null, totp_last_used_at = null
    where merchant_id = ${merchantId}`.execute(tx);
}
