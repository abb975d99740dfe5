import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { StoreKey } from "./stores-store.ts";

/** False when the address is another store's, whoever's that is. The same store may ask again. */
export async function claimUrl(tx: Tx, { merchantId, id }: StoreKey, url: string): Promise<boolean> {
  await sql`delete from store_url where owner_id = ${merchantId} and store_id = ${id} and url <> ${url}`.execute(tx);
  if (url === "") return true;
  // The update changes nothing: it makes a second claimant wait for the first, and then see whose it is.
  const { rows } = await sql<{ ownerId: string; storeId: string }>`
    insert into store_url (url, owner_id, store_id) values (${url}, ${merchantId}, ${id})
    on conflict (url) do update set url = excluded.url
    returning owner_id as "ownerId", store_id as "storeId"`.execute(tx);
  return rows[0]!.ownerId === merchantId && rows[0]!.storeId === id;
}

export async function releaseUrl(tx: Tx, { merchantId, id }: StoreKey): Promise<void> {
  await sql`delete from store_url where owner_id = ${merchantId} and store_id = ${id}`.execute(tx);
}

export async function isUrlTaken(db: Db, url: string): Promise<boolean> {
  const { rows } = await sql`select 1 from store_url where url = ${url}`.execute(db);
  return rows.length > 0;
}
