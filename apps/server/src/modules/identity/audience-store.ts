import type { UserSource } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Everybody who has an account, a page at a time in the order of their ids. */
export async function listMerchantIds(db: Db, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select merchant_id as id from merchant
    where closed_at is null ${after === null ? sql`` : sql`and merchant_id > ${after}`}
    order by merchant_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function merchantIdsByMobile(db: Db, mobiles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct owner_id as id from merchant_directory where kind = 'mobile' and name = any(${[...mobiles]}::text[])
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export type MerchantAbout = {
  source: UserSource;
  registeredAt: Date;
  invitationCode: string;
  mobile: string | null;
  contact: string | null;
};
export async function aboutMerchant(db: Db, merchantId: string): Promise<MerchantAbout> {
  const { rows } = await sql<MerchantAbout>`
    select m.source, m.registered_at as "registeredAt", m.invitation_code as "invitationCode", u.mobile,
      coalesce(m.contact_name, u.name) as contact
    from merchant m join merchant_user u on u.merchant_id = m.merchant_id and u.role = 'owner'
    where m.merchant_id = ${merchantId}`.execute(db);
  return rows[0]!;
}

export async function listInvited(db: Db, merchantId: string): Promise<{ merchantId: string; at: Date }[]> {
  const { rows } = await sql<{ merchantId: string; at: Date }>`
    select invited_merchant_id as "merchantId", invited_at as at from merchant_invitation
    where merchant_id = ${merchantId} order by invited_at, invited_merchant_id`.execute(db);
  return rows;
}

type Invited = { inviterId: string; merchantId: string; at: Date };
export async function listInvitedSince(db: Db, since: Date, limit: number): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    select merchant_id as "inviterId", invited_merchant_id as "merchantId", invited_at as at from merchant_invitation
    where invited_at >= ${since} order by invited_at, invited_merchant_id limit ${limit}`.execute(db);
  return rows;
}

/** The same browser from the same place is taken for the same device. */
export async function sharedTraces(db: Db, one: string, other: string): Promise<("device" | "address")[]> {
  const { rows } = await sql<{ device: boolean }>`
    select distinct a.label = b.label as device from merchant_device a join merchant_device b on b.address = a.address
    where a.merchant_id = ${one} and b.merchant_id = ${other}`.execute(db);
  if (rows.length === 0) return [];
  return rows.some(({ device }) => device) ? ["device", "address"] : ["address"];
}
