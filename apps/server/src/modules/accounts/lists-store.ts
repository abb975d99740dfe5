import type { receivingAccountList } from "@coralhub/contract";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export const accountSource: ListSource<(typeof receivingAccountList)["row"]> = {
  from: sql`receiving_account a`,
  owner: sql`a.merchant_id`,
  id: sql`a.id`,
  columns: {
    id: sql`a.id`,
    merchantId: sql`a.merchant_id`,
    platform: sql`a.platform`,
    currency: sql`a.currency`,
    country: sql`a.country`,
    holderName: sql`a.holder_name`,
    state: sql`a.state`,
    accountNumber: sql`a.account_number`,
    bankName: sql`a.bank_name`,
    reason: sql`a.reason`,
    appliedAt: sql`a.applied_at`,
    openedAt: sql`a.opened_at`,
  },
};

/** Accounts the bank has not answered, over all merchants. */
export const countWaitingAccounts = (db: Db): Promise<number> =>
  countUpTo(db, sql`select 1 from receiving_account where state = 'applying'`);

export type StoreFacts = { name: string; platform: string; url: string };

/** The stores that are paid into an account; with `storeId` only that one. */
export async function storesOfAccount(
  db: Db,
  merchantId: string,
  accountId: string,
  storeId?: string,
): Promise<StoreFacts[]> {
  const { rows } = await sql<StoreFacts>`
    select name, platform, url from store_brief
    where merchant_id = ${merchantId} and receiving_account_id = ${accountId} and state <> 'removed'
      ${storeId === undefined ? sql`` : sql`and id = ${storeId}`}
    order by created_at, id`.execute(db);
  return rows;
}
