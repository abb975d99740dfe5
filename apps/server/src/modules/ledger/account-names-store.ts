import { receivingAccountTitle, type Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

type Row = { id: string; currency: Currency; bankName: string | null; accountNumber: string | null };

/** What the owners of `collection` accounts are called outside the books: read from the receiving accounts, never written. */
export async function readAccountNames(db: Db, merchantId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<Row>`
    select id, currency, bank_name as "bankName", account_number as "accountNumber" from receiving_account_brief
    where merchant_id = ${merchantId}`.execute(db);
  return new Map(rows.map(({ id, ...account }) => [id, receivingAccountTitle(account)]));
}
