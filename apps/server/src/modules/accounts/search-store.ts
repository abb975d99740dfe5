import { addressOf, deskAddress } from "@coralhub/domain";
import { sql } from "kysely";
import type { Find, SearchHit, Wanted } from "../../platform/capability.ts";
import type { Db } from "../../platform/db.ts";

/** Receiving accounts by their whole number or its last four. */
export async function searchAccounts(db: Db, text: string, limit: number): Promise<SearchHit[]> {
  const { rows } = await sql<{ id: string; holder: string; number: string; currency: string }>`
    select id, holder_name as holder, account_number as number, currency from receiving_account
    where account_number = ${text} or right(account_number, 4) = ${text}
    order by applied_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id, holder, number, currency }) => ({
    kind: "收款账户",
    title: holder,
    detail: `${currency} 尾号 ${number.slice(-4)}`,
    path: deskAddress("accountDesk", { accountNumber: number, open: id }),
  }));
}

/** A merchant's own, by any part of the number, by the name it gave them, or by the currency. */
export async function findAccounts(
  db: Db,
  merchantId: string,
  { text, number: wanted, limit }: Wanted,
): Promise<Find[]> {
  const { rows } = await sql<{ id: string; holder: string; number: string | null; currency: string }>`
    select id, holder_name as holder, account_number as number, currency from receiving_account
    where merchant_id = ${merchantId} and (position(${wanted} in account_number) > 0 or currency = upper(${text})
      or position(lower(${text}) in lower(holder_name)) > 0)
    order by applied_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id, holder, number, currency }) => ({
    kind: "account",
    title: `${currency} ${number === null ? "开通中" : `尾号 ${number.slice(-4)}`}`,
    detail: holder,
    amount: null,
    path: addressOf("account", { id }),
  }));
}
