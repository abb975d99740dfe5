import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { likeText } from "../../../platform/sql-words.ts";

/** What a search box's text stands for. Without `payers` there are too many to list: then every row is compared. */
export type FoundWords = { text: string; payers?: string[]; storeIds: string[] };

const PAYERS_LISTED = 2_000;

/** A pattern in which the text means itself. */
export const containing = (text: string): string => `%${likeText(text)}%`;

/** A merchant has many payments of few payers: these are listed by leaping through the index from one to the next. */
export async function findWords(db: Db, merchantId: string, text: string): Promise<FoundWords> {
  const [payers, stores] = await Promise.all([
    sql<{ name: string; known: number }>`
      with recursive payer as (
        (select payer_name as name from income where merchant_id = ${merchantId} and not hidden order by payer_name limit 1)
        union all
        select (select i.payer_name from income i
                 where i.merchant_id = ${merchantId} and not i.hidden and i.payer_name > payer.name
                 order by i.payer_name limit 1)
          from payer where payer.name is not null),
      listed as (select name from payer where name is not null limit ${PAYERS_LISTED})
      select name, (select count(*)::int from listed) as known from listed where name ilike ${containing(text)}
      union all select null, count(*)::int from listed`.execute(db),
    sql<{ id: string }>`
      select id from store_brief where merchant_id = ${merchantId} and name ilike ${containing(text)}`.execute(db),
  ]);
  const all = (payers.rows[0]?.known ?? 0) < PAYERS_LISTED;
  const names = payers.rows.flatMap(({ name }) => (name === null ? [] : [name]));
  return { text, storeIds: stores.rows.map(({ id }) => id), ...(all ? { payers: names } : {}) };
}

/** Accounts whose number is this, or ends so. */
export async function findAccountsByNumber(db: Db, merchantId: string, number: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receiving_account_brief
    where merchant_id = ${merchantId} and right(account_number, ${number.length}) = ${number}`.execute(db);
  return rows.map(({ id }) => id);
}
