import type { UserSource } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

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

/** For operators: part of a number, address, user number or contact name; newest first. */
export async function searchMerchants(db: Db, text: string, limit: number): Promise<FoundMerchant[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<FoundMerchant>`
    select ${COLUMNS} from merchant
    where ${text} = '' or mobile like ${pattern} or email ilike ${pattern} or user_no ilike ${pattern} or contact_name ilike ${pattern}
      or merchant_id::text = ${text}
    order by registered_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function recipientOf(db: Db, merchantId: string) {
  const { rows } = await sql<{ mobile: string | null; email: string | null; quietNights: boolean }>`
    select mobile, email, quiet_nights as "quietNights" from merchant where merchant_id = ${merchantId}`.execute(db);
  return rows[0] ?? { mobile: null, email: null, quietNights: true };
}

export async function setQuietNights(db: Db, merchantId: string, on: boolean): Promise<void> {
  await sql`update merchant set quiet_nights = ${on} where merchant_id = ${merchantId}`.execute(db);
}
