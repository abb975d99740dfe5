import type { UserSource } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type Merchant = {
  merchantId: string;
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
  address: string | null;
  totpSecret: Buffer | null;
  totpPending: Buffer | null;
  totpBoundAt: Date | null;
  totpLastUsedAt: Date | null;
  totpLastStep: bigint | null;
  registeredAt: Date;
  closesAt: Date | null;
  closedAt: Date | null;
};

const COLUMNS = sql`m.merchant_id as "merchantId", m.user_no as "userNo", m.invitation_code as "invitationCode", m.source, m.mobile,
  m.email, m.password_hash as "passwordHash", m.password_changed_at as "passwordChangedAt", m.contact_name as "contactName",
  m.contact_title as "contactTitle", m.province, m.city, m.area, m.address,
  m.totp_secret as "totpSecret", m.totp_pending as "totpPending", m.totp_bound_at as "totpBoundAt",
  m.totp_last_used_at as "totpLastUsedAt", m.totp_last_step as "totpLastStep", m.registered_at as "registeredAt",
  m.closes_at as "closesAt", m.closed_at as "closedAt"`;

export type DirectoryKind = "mobile" | "email" | "userNo" | "invitation" | "openUser";

/** False when the name belongs to someone already. */
export async function claimName(tx: Tx, kind: DirectoryKind, name: string, merchantId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into merchant_directory (kind, name, owner_id) values (${kind}, ${name}, ${merchantId}) on conflict do nothing`.execute(
    tx,
  );
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

export async function findMerchant(db: Db, merchantId: string): Promise<Merchant | undefined> {
  const { rows } = await sql<Merchant>`select ${COLUMNS} from merchant m where m.merchant_id = ${merchantId}`.execute(
    db,
  );
  return rows[0];
}

/** By the name typed at sign-in; one statement, so that an unknown name costs what a known one does. */
export async function findByLogin(db: Db, kind: "mobile" | "email", name: string): Promise<Merchant | undefined> {
  const { rows } = await sql<Merchant>`
    select ${COLUMNS} from merchant_directory d join merchant m on m.merchant_id = d.owner_id
    where d.kind = ${kind} and d.name = ${name}`.execute(db);
  return rows[0];
}

/** Locks the merchant's row: changes of how they sign in happen one after the other. */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<Merchant> {
  const { rows } =
    await sql<Merchant>`select ${COLUMNS} from merchant m where m.merchant_id = ${merchantId} for update`.execute(tx);
  if (!rows[0]) throw new Error(`merchant ${merchantId} is gone`);
  return rows[0];
}

export type NewMerchant = Pick<
  Merchant,
  "merchantId" | "userNo" | "invitationCode" | "source" | "mobile" | "email" | "passwordHash"
> & {
  registeredAt: Date;
};

export async function insertMerchant(tx: Tx, m: NewMerchant): Promise<void> {
  await sql`
    insert into merchant (merchant_id, user_no, invitation_code, source, mobile, email, password_hash, password_changed_at, registered_at)
    values (${m.merchantId}, ${m.userNo}, ${m.invitationCode}, ${m.source}, ${m.mobile}, ${m.email}, ${m.passwordHash},
      ${m.registeredAt}, ${m.registeredAt})`.execute(tx);
}

export async function updatePassword(tx: Tx, merchantId: string, hash: string, at: Date): Promise<void> {
  await sql`update merchant set password_hash = ${hash}, password_changed_at = ${at} where merchant_id = ${merchantId}`.execute(
    tx,
  );
}

export async function updateFactor(
  tx: Tx,
  merchantId: string,
  factor: "mobile" | "email",
  value: string,
): Promise<void> {
  const column = factor === "mobile" ? sql`mobile` : sql`email`;
  await sql`update merchant set ${column} = ${value} where merchant_id = ${merchantId}`.execute(tx);
}

export async function updateContact(tx: Tx, merchantId: string, name: string, title: string): Promise<void> {
  await sql`update merchant set contact_name = ${name}, contact_title = ${title || null} where merchant_id = ${merchantId}`.execute(
    tx,
  );
}

export type Address = { province: string; city: string; area: string; address: string };
export async function updateAddress(tx: Tx, merchantId: string, a: Address): Promise<void> {
  await sql`update merchant set province = ${a.province}, city = ${a.city}, area = ${a.area}, address = ${a.address}
    where merchant_id = ${merchantId}`.execute(tx);
}

export const addressOf = (m: Merchant): Address | null =>
  m.province && m.city && m.address
    ? { province: m.province, city: m.city, area: m.area ?? "", address: m.address }
    : null;

export async function insertInvitation(tx: Tx, inviterId: string, invitedId: string, at: Date): Promise<void> {
  await sql`insert into merchant_invitation (merchant_id, invited_merchant_id, invited_at)
    values (${inviterId}, ${invitedId}, ${at})`.execute(tx);
}
