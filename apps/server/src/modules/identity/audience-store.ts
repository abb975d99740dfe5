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

export async function countMerchants(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from merchant where closed_at is null`.execute(
    db,
  );
  return rows[0]!.n;
}

export async function merchantIdsByMobile(db: Db, mobiles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct owner_id as id from merchant_directory where kind = 'mobile' and name = any(${[...mobiles]}::text[])
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whose each number is; one of nobody is left out. */
export async function listMobileOwners(
  db: Db,
  mobiles: readonly string[],
): Promise<{ mobile: string; merchantId: string }[]> {
  const { rows } = await sql<{ mobile: string; merchantId: string }>`
    select name as mobile, owner_id as "merchantId" from merchant_directory
    where kind = 'mobile' and name = any(${[...mobiles]}::text[])`.execute(db);
  return rows;
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
/** In the order they came, a page at a time: the next begins after the last of the one before. */
export async function listInvitedSince(
  db: Db,
  { at, merchantId }: { at: Date; merchantId: string | null },
  limit: number,
): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    select merchant_id as "inviterId", invited_merchant_id as "merchantId", invited_at as at from merchant_invitation
    where invited_at >= ${at}
      ${merchantId === null ? sql`` : sql`and (invited_at, invited_merchant_id) > (${at}::timestamptz, ${merchantId}::uuid)`}
    order by invited_at, invited_merchant_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * A browser that proved to be the same is the same device, wherever it is; one that looks the same at the same place is taken
 * for it. Every sign-in that is kept counts: a device's own row says only where it was last.
 */
export async function sharedTraces(db: Db, one: string, other: string): Promise<("device" | "address")[]> {
  const tracesOf = (merchantId: string) => sql`
    select label, address, coalesce(browser_id, device_id) as browser from merchant_device where merchant_id = ${merchantId}
    union select device, address, browser_id from merchant_sign_in
    where merchant_id = ${merchantId} and outcome = 'signedIn'`;
  const { rows } = await sql<{ device: boolean | null; address: boolean | null }>`
    select bool_or(b.browser = a.browser or (b.address = a.address and b.label = a.label)) as device,
      bool_or(b.address = a.address) as address
    from (${tracesOf(one)}) a join (${tracesOf(other)}) b on b.address = a.address or b.browser = a.browser`.execute(
    db,
  );
  const found = rows[0]!;
  return (["device", "address"] as const).filter((trace) => found[trace]);
}
