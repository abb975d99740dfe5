import type { UserSource } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { isId } from "../../platform/ids.ts";
import { containsIndexed } from "../../platform/list-conditions.ts";

export type FoundMerchant = {
  merchantId: string;
  userNo: string;
  mobile: string | null;
  email: string | null;
  contactName: string | null;
  source: UserSource;
  registeredAt: Date;
};
const COLUMNS = sql`m.merchant_id as "merchantId", m.user_no as "userNo", u.mobile, u.email, m.contact_name as "contactName",
  m.source, m.registered_at as "registeredAt"`;
/** Merchants with their owners: how they are reached. */
const OWNED = sql`merchant m join merchant_user u on u.merchant_id = m.merchant_id and u.role = 'owner'`;

export async function merchantsById(db: Db, merchantIds: readonly string[]): Promise<FoundMerchant[]> {
  const { rows } = await sql<FoundMerchant>`
    select ${COLUMNS} from ${OWNED} where m.merchant_id = any(${merchantIds}::uuid[]) order by m.registered_at desc, m.merchant_id desc`.execute(
    db,
  );
  return rows;
}

const OF_MERCHANT = [sql`user_no`, sql`contact_name`];
const OF_PERSON = [sql`mobile`, sql`email`];

/** Each part is answered by an index: one that is not would make all of them a walk through every merchant. */
function found(text: string) {
  if (text === "") return sql`true`;
  const own = OF_MERCHANT.map((column) => containsIndexed(column, text));
  const people = OF_PERSON.map((column) => containsIndexed(column, text));
  return sql`m.merchant_id in (
    select merchant_id from merchant where ${sql.join(isId(text) ? [sql`merchant_id = ${text}`, ...own] : own, sql` or `)}
    union select merchant_id from merchant_user where ${sql.join(people, sql` or `)})`;
}

export const searchQuery = (text: string, limit: number) => sql<FoundMerchant>`
  select ${COLUMNS} from ${OWNED} where ${found(text)} order by m.registered_at desc, m.merchant_id desc limit ${limit}`;

/** For operators: part of a number, address, user number or contact name; newest first. */
export const searchMerchants = async (db: Db, text: string, limit: number): Promise<FoundMerchant[]> =>
  (await searchQuery(text, limit).execute(db)).rows;

type Recipient = { mobile: string | null; email: string | null; quietNights: boolean };
export async function recipientsOf(db: Db, merchantIds: readonly string[]): Promise<ReadonlyMap<string, Recipient>> {
  const { rows } = await sql<Recipient & { merchantId: string }>`
    select merchant_id as "merchantId", mobile, email, quiet_nights as "quietNights" from merchant_user
    where merchant_id = any(${merchantIds}::uuid[]) and role = 'owner'`.execute(db);
  return new Map(rows.map(({ merchantId, ...recipient }) => [merchantId, recipient]));
}

export const recipientOf = async (db: Db, merchantId: string): Promise<Recipient> =>
  (await recipientsOf(db, [merchantId])).get(merchantId) ?? { mobile: null, email: null, quietNights: true };

export async function setQuietNights(db: Db, merchantId: string, on: boolean): Promise<void> {
  await sql`update merchant_user set quiet_nights = ${on} where merchant_id = ${merchantId} and role = 'owner'`.execute(
    db,
  );
}
