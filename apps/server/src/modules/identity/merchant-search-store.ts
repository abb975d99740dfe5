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
const COLUMNS = sql`merchant_id as "merchantId", user_no as "userNo", mobile, email, contact_name as "contactName", source,
  registered_at as "registeredAt"`;

export async function merchantsById(db: Db, merchantIds: readonly string[]): Promise<FoundMerchant[]> {
  const { rows } = await sql<FoundMerchant>`
    select ${COLUMNS} from merchant where merchant_id = any(${merchantIds}::uuid[]) order by registered_at desc`.execute(
    db,
  );
  return rows;
}

const SEARCHED = [sql`mobile`, sql`email`, sql`user_no`, sql`contact_name`];

/** Each part is answered by an index: one that is not would make all of them a walk through every merchant. */
function found(text: string) {
  if (text === "") return sql`true`;
  const parts = SEARCHED.map((column) => containsIndexed(column, text));
  return sql.join(isId(text) ? [sql`merchant_id = ${text}`, ...parts] : parts, sql` or `);
}

export const searchQuery = (text: string, limit: number) => sql<FoundMerchant>`
  select ${COLUMNS} from merchant where ${found(text)} order by registered_at desc limit ${limit}`;

/** For operators: part of a number, address, user number or contact name; newest first. */
export const searchMerchants = async (db: Db, text: string, limit: number): Promise<FoundMerchant[]> =>
  (await searchQuery(text, limit).execute(db)).rows;

export async function recipientOf(db: Db, merchantId: string) {
  const { rows } = await sql<{ mobile: string | null; email: string | null; quietNights: boolean }>`
    select mobile, email, quiet_nights as "quietNights" from merchant where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? { mobile: null, email: null, quietNights: true };
}

export async function setQuietNights(db: Db, merchantId: string, on: boolean): Promise<void> {
  await sql`update merchant set quiet_nights = ${on} where merchant_id = ${merchantId}`.execute(db);
}
