import type { UserSource } from "@coralhub/domain";
import { sql } from "kysely";
import type { PersonKey } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/db.ts";

/** A merchant, seen with one of its people: who signs in as them, and with what. */
export type Merchant = PersonKey & {
  personName: string | null;
  userNo: string;
  invitationCode: string;
  source: UserSource;
  mobile: string | null;
  email: string | null;
  passwordHash: string;
  passwordChangedAt: Date;
  contactName: string | null;
  contactTitle: string | null;
  province: string | null;
  city: string | null;
  area: string | null;
  /** The street, sealed. */
  address: Uint8Array | null;
  totpSecret: Buffer | null;
  totpPending: Buffer | null;
  totpBoundAt: Date | null;
  totpLastUsedAt: Date | null;
  totpLastStep: bigint | null;
  registeredAt: Date;
  closesAt: Date | null;
  closedAt: Date | null;
};

const COLUMNS = sql`m.merchant_id as "merchantId", u.person_id as "personId", u.name as "personName", m.user_no as "userNo",
  m.invitation_code as "invitationCode", m.source, u.mobile, u.email, u.password_hash as "passwordHash",
  u.password_changed_at as "passwordChangedAt", m.contact_name as "contactName", m.contact_title as "contactTitle",
  m.province, m.city, m.area, m.address, u.totp_secret as "totpSecret", u.totp_pending as "totpPending",
  u.totp_bound_at as "totpBoundAt", u.totp_last_used_at as "totpLastUsedAt", u.totp_last_step as "totpLastStep",
  m.registered_at as "registeredAt", m.closes_at as "closesAt", m.closed_at as "closedAt"`;
const PEOPLE = sql`merchant m join merchant_user u on u.merchant_id = m.merchant_id`;

export type DirectoryKind = "mobile" | "email" | "userNo" | "invitation" | "openUser";

/** False when the name belongs to someone already. A sign-in name is a person's, any other the merchant's. */
export async function claimName(tx: Tx, kind: DirectoryKind, name: string, who: PersonKey): Promise<boolean> {
  const personId = kind === "mobile" || kind === "email" ? who.personId : null;
  const { numAffectedRows } = await sql`
    insert into merchant_directory (kind, name, owner_id, person_id)
    values (${kind}, ${name}, ${who.merchantId}, ${personId}) on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function releaseName(tx: Tx, kind: DirectoryKind, name: string): Promise<void> {
  await sql`delete from merchant_directory where kind = ${kind} and name = ${name}`.execute(tx);
}

export async function ownerOf(db: Db, kind: DirectoryKind, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ merchantId: string }>`
    select owner_id as "merchantId" from merchant_directory where kind = ${kind} and name = ${name}`.execute(db);
  return rows[0]?.merchantId;
}

/** The merchant with its owner. */
export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | undefined> {
  const { rows } = await sql<Merchant>`
    select ${COLUMNS} from ${PEOPLE} where m.merchant_id = ${merchantId} and u.role = 'owner'`.execute(db);
  return rows[0];
}

export async function findPerson(db: Db, who: PersonKey): Promise<Merchant | undefined> {
  const { rows } = await sql<Merchant>`
    select ${COLUMNS} from ${PEOPLE} where m.merchant_id = ${who.merchantId} and u.person_id = ${who.personId}`.execute(
    db,
  );
  return rows[0];
}

/** Everybody who can sign in for a merchant. */
export async function listPeople(db: Db, merchantId: string): Promise<PersonKey[]> {
  const { rows } = await sql<PersonKey>`
    select merchant_id as "merchantId", person_id as "personId" from merchant_user where merchant_id = ${merchantId}
    order by joined_at, person_id`.execute(db);
  return rows;
}

/** By the name typed at sign-in; one statement, so that an unknown name costs what a known one does. */
export async function findByLogin(db: Db, kind: "mobile" | "email", name: string): Promise<Merchant | undefined> {
  const { rows } = await sql<Merchant>`
    select ${COLUMNS} from merchant_directory d
      join merchant_user u on u.merchant_id = d.owner_id and u.person_id = d.person_id
      join merchant m on m.merchant_id = u.merchant_id
    where d.kind = ${kind} and d.name = ${name}`.execute(db);
  return rows[0];
}

/**
 * Locks the merchant and the person: changes of how they sign in happen one after the other. Rows that name the merchant are
 * written meanwhile: whoever writes one may hold what a recovery is going to lock.
 */
export async function lockMerchant(tx: Tx, who: PersonKey): Promise<Merchant> {
  const { rows } = await sql<Merchant>`
    select ${COLUMNS} from ${PEOPLE} where m.merchant_id = ${who.merchantId} and u.person_id = ${who.personId}
    for no key update of m, u`.execute(tx);
  if (!rows[0]) throw new Error(`merchant ${who.merchantId} is gone`);
  return rows[0];
}

export type NewMerchant = Pick<
  Merchant,
  "merchantId" | "personId" | "userNo" | "invitationCode" | "source" | "mobile" | "email" | "passwordHash"
> & {
  registeredAt: Date;
};

/** With its owner. */
export async function insertMerchant(tx: Tx, m: NewMerchant): Promise<void> {
  await sql`
    insert into merchant (merchant_id, user_no, invitation_code, source, registered_at)
    values (${m.merchantId}, ${m.userNo}, ${m.invitationCode}, ${m.source}, ${m.registeredAt})`.execute(tx);
  await sql`
    insert into merchant_user (merchant_id, person_id, role, mobile, email, password_hash, password_changed_at, joined_at)
    values (${m.merchantId}, ${m.personId}, 'owner', ${m.mobile}, ${m.email}, ${m.passwordHash}, ${m.registeredAt},
      ${m.registeredAt})`.execute(tx);
}

export type Proven = Pick<Merchant, "merchantId" | "personId" | "passwordHash" | "totpSecret">;
/** How somebody proves who they are, held until the transaction ends: whoever changes it waits, or has changed it already. */
export async function holdProof(
  tx: Tx,
  who: PersonKey,
): Promise<Pick<Proven, "passwordHash" | "totpSecret"> | undefined> {
  const { rows } = await sql<Pick<Proven, "passwordHash" | "totpSecret">>`
    select password_hash as "passwordHash", totp_secret as "totpSecret" from merchant_user
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} for share`.execute(tx);
  return rows[0];
}

/** False when it is no longer the one that was proved: somebody changed or reset it meanwhile. */
export async function replacePassword(
  tx: Tx,
  who: PersonKey,
  hash: string,
  proven: string,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update merchant_user set password_hash = ${hash}, password_changed_at = ${at}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId} and password_hash = ${proven}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function updatePassword(tx: Tx, who: PersonKey, hash: string, at: Date): Promise<void> {
  await sql`update merchant_user set password_hash = ${hash}, password_changed_at = ${at}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(tx);
}

export async function updateFactor(
  tx: Tx,
  who: PersonKey,
  factor: "mobile" | "email",
  value: string | null,
): Promise<void> {
  const column = factor === "mobile" ? sql`mobile` : sql`email`;
  await sql`update merchant_user set ${column} = ${value}
    where merchant_id = ${who.merchantId} and person_id = ${who.personId}`.execute(tx);
}

export async function updateContact(tx: Tx, merchantId: string, name: string, title: string): Promise<void> {
  await sql`update merchant set contact_name = ${name}, contact_title = ${title || null} where merchant_id = ${merchantId}`.execute(
    tx,
  );
}

type Place = { province: string; city: string; area: string; address: Uint8Array };
export async function updateAddress(tx: Tx, merchantId: string, a: Place): Promise<void> {
  await sql`update merchant set province = ${a.province}, city = ${a.city}, area = ${a.area}, address = ${a.address}
    where merchant_id = ${merchantId}`.execute(tx);
}

export async function insertInvitation(tx: Tx, inviterId: string, invitedId: string, at: Date): Promise<void> {
  await sql`insert into merchant_invitation (merchant_id, invited_merchant_id, invited_at)
    values (${inviterId}, ${invitedId}, ${at})`.execute(tx);
}
