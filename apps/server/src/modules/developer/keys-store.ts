import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { AppKey } from "./apps-store.ts";

export type KeyAlgorithm = "rsa" | "ed25519";
export type OpenKey = {
  merchantId: string;
  id: string;
  app: string;
  name: string;
  algorithm: KeyAlgorithm;
  spki: Buffer;
  fingerprint: string | null;
  serial: string;
  beginsAt: Date;
  endsAt: Date;
  revokedAt: Date | null;
};
const COLUMNS = sql`merchant_id as "merchantId", id, app, name, algorithm, spki, fingerprint, serial, begins_at as "beginsAt",
  ends_at as "endsAt", revoked_at as "revokedAt"`;

export async function listKeys(db: Db | Tx, { merchantId, id }: AppKey): Promise<OpenKey[]> {
  const { rows } = await sql<OpenKey>`
    select ${COLUMNS} from open_key where merchant_id = ${merchantId} and app = ${id} order by created_at desc, id desc`.execute(
    db,
  );
  return rows;
}

export async function insertKey(tx: Tx, key: Omit<OpenKey, "revokedAt">, at: Date): Promise<void> {
  await sql`
    insert into open_key (merchant_id, id, app, name, algorithm, spki, fingerprint, serial, begins_at, ends_at, created_at)
    values (${key.merchantId}, ${key.id}, ${key.app}, ${key.name}, ${key.algorithm}, ${key.spki}, ${key.fingerprint},
      ${key.serial}, ${key.beginsAt}, ${key.endsAt}, ${at})`.execute(tx);
}

export async function revokeKey(tx: Tx, app: AppKey, id: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update open_key set revoked_at = ${at}
    where merchant_id = ${app.merchantId} and app = ${app.id} and id = ${id} and revoked_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Every key and token of the merchant's programs; answers how many could still be used. */
export async function revokeAll(tx: Tx, merchantId: string, at: Date): Promise<number> {
  await sql`delete from open_token where merchant_id = ${merchantId}`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    update open_key set revoked_at = ${at}
    where merchant_id = ${merchantId} and revoked_at is null and ends_at > ${at}`.execute(tx);
  return Number(numAffectedRows);
}

export type EndingKey = Pick<OpenKey, "merchantId" | "id" | "name" | "endsAt"> & {
  product: string;
  warnedDays: number | null;
};
/** Keys in use that end before then, with the last warning given. */
export async function listEnding(db: Db, now: Date, before: Date): Promise<EndingKey[]> {
  const { rows } = await sql<EndingKey>`
    select k.merchant_id as "merchantId", k.id, k.name, k.ends_at as "endsAt", a.product, k.warned_days as "warnedDays"
    from open_key k join open_app a on a.merchant_id = k.merchant_id and a.id = k.app
    where k.revoked_at is null and k.ends_at > ${now} and k.ends_at <= ${before}`.execute(db);
  return rows;
}

/** False where another process has warned already. */
export async function keepWarning(tx: Tx, key: Pick<OpenKey, "merchantId" | "id">, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update open_key set warned_days = ${days} where merchant_id = ${key.merchantId} and id = ${key.id}
      and (warned_days is null or warned_days > ${days})`.execute(tx);
  return numAffectedRows === 1n;
}

export type Authority = { certificate: string; sealedKey: Buffer };
export async function findAuthority(db: Db | Tx): Promise<Authority | undefined> {
  const { rows } = await sql<Authority>`
    select certificate, sealed_key as "sealedKey" from open_authority`.execute(db);
  return rows[0];
}

/** The first one made is the one. */
export async function keepAuthority(db: Db, authority: { certificate: string; sealedKey: Uint8Array }, at: Date) {
  await sql`
    insert into open_authority (certificate, sealed_key, created_at)
    values (${authority.certificate}, ${authority.sealedKey}, ${at}) on conflict do nothing`.execute(db);
}
