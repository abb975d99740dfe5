import { sql } from "kysely";
import type { PersonKey } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";

export type Device = {
  deviceId: string;
  secretHash: Buffer;
  label: string;
  address: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  confirmedAt: Date | null;
  /** By which its browser was first known, at whomever's. */
  browserId: string;
};
const COLUMNS = sql`device_id as "deviceId", secret_hash as "secretHash", label, address, first_seen_at as "firstSeenAt",
  last_seen_at as "lastSeenAt", confirmed_at as "confirmedAt", coalesce(browser_id, device_id) as "browserId"`;

export async function findDevice(db: Db, who: PersonKey, deviceId: string): Promise<Device | undefined> {
  const { rows } = await sql<Device>`
    select ${COLUMNS} from merchant_device where merchant_id = ${who.merchantId} and person_id = ${who.personId} and device_id = ${deviceId}`.execute(
    db,
  );
  return rows[0];
}

/** Whose-ever it is: tells a browser again, opens nothing. */
export async function findAnyDevice(db: Db, deviceId: string): Promise<Device | undefined> {
  const { rows } = await sql<Device>`select ${COLUMNS} from merchant_device where device_id = ${deviceId}`.execute(db);
  return rows[0];
}

export async function listDevices(db: Db, who: PersonKey): Promise<(Device & { sessionIds: string[] })[]> {
  const { rows } = await sql<Device & { sessionIds: string[] }>`
    select ${COLUMNS}, array(select s.session_id from merchant_device_session s
      where s.merchant_id = d.merchant_id and s.person_id = d.person_id and s.device_id = d.device_id) as "sessionIds"
    from merchant_device d where merchant_id = ${who.merchantId} and person_id = ${who.personId} order by last_seen_at desc, device_id desc`.execute(
    db,
  );
  return rows;
}

export async function insertDevice(tx: Tx, who: PersonKey, device: Device): Promise<void> {
  await sql`insert into merchant_device (merchant_id, person_id, device_id, secret_hash, label, address, first_seen_at, last_seen_at, confirmed_at, browser_id)
    values (${who.merchantId}, ${who.personId}, ${device.deviceId}, ${device.secretHash}, ${device.label}, ${device.address}, ${device.firstSeenAt},
      ${device.lastSeenAt}, ${device.confirmedAt}, ${device.browserId})`.execute(tx);
}

export async function touchDevice(
  tx: Tx,
  who: PersonKey,
  deviceId: string,
  seen: { at: Date; label: string; address: string },
): Promise<void> {
  await sql`update merchant_device set last_seen_at = ${seen.at}, label = ${seen.label}, address = ${seen.address}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and device_id = ${deviceId}`.execute(tx);
}

export async function trimDevices(tx: Tx, who: PersonKey, keep: number): Promise<void> {
  await sql`delete from merchant_device where merchant_id = ${who.merchantId} and person_id = ${who.personId} and device_id in (
    select device_id from merchant_device where merchant_id = ${who.merchantId} and person_id = ${who.personId} order by last_seen_at desc, device_id desc offset ${keep})`.execute(
    tx,
  );
}

export async function linkSession(
  tx: Tx,
  who: PersonKey,
  link: { sessionId: string; deviceId: string; at: Date },
): Promise<void> {
  await sql`insert into merchant_device_session (merchant_id, session_id, person_id, device_id, linked_at)
    values (${who.merchantId}, ${link.sessionId}, ${who.personId}, ${link.deviceId}, ${link.at})`.execute(tx);
}

export async function confirmDevice(tx: Tx, who: PersonKey, deviceId: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update merchant_device set confirmed_at = coalesce(confirmed_at, ${at})
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and device_id = ${deviceId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Forgets a device: its secret opens nothing any more. Its sessions must be ended by the caller. */
export async function deleteDevice(tx: Tx, who: PersonKey, deviceId: string): Promise<void> {
  await sql`delete from merchant_device where merchant_id = ${who.merchantId} and person_id = ${who.personId} and device_id = ${deviceId}`.execute(
    tx,
  );
}

/** All devices are strangers again, except the one in use. */
export async function deleteOtherDevices(tx: Tx, who: PersonKey, keepSessionId: string | null): Promise<void> {
  await sql`delete from merchant_device d where merchant_id = ${who.merchantId} and person_id = ${who.personId} and not exists (
    select 1 from merchant_device_session s
    where s.merchant_id = d.merchant_id and s.person_id = d.person_id and s.device_id = d.device_id and s.session_id = ${keepSessionId})`.execute(
    tx,
  );
}

export type SignInOutcome = "signedIn" | "wrongPassword" | "wrongSecondFactor";
export type SignInRecord = { at: Date; outcome: SignInOutcome; device: string; address: string };
type NewSignIn = SignInRecord & { id: string; browserId: string | null };

export async function insertSignIn(db: Db, who: PersonKey, made: NewSignIn): Promise<void> {
  await sql`insert into merchant_sign_in (merchant_id, person_id, id, at, outcome, device, address, browser_id)
    values (${who.merchantId}, ${who.personId}, ${made.id}, ${made.at}, ${made.outcome}, ${made.device}, ${made.address},
      ${made.browserId})`.execute(db);
}

export async function listSignIns(db: Db, who: PersonKey, limit: number): Promise<SignInRecord[]> {
  const { rows } = await sql<SignInRecord>`
    select at, outcome, device, address from merchant_sign_in where merchant_id = ${who.merchantId} and person_id = ${who.personId} order by id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
