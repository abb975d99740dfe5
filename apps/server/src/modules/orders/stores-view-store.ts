import { CONNECTOR_NAMES, CONNECTORS, isCountedByShop, type Currency, type StoreGap } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { containsText } from "../../platform/list-conditions.ts";
import type { Sql } from "../../platform/list-query.ts";

export type StoreBrief = { id: string; name: string; platform: string; currency: Currency | null };
const STORE = sql`s.id, s.name, s.platform, a.currency
  from store_brief s left join receiving_account_brief a on a.merchant_id = s.merchant_id and a.id = s.receiving_account_id`;

export async function findStoreBrief(db: Db | Tx, merchantId: string, id: string): Promise<StoreBrief | undefined> {
  const { rows } = await sql<StoreBrief>`
    select ${STORE} where s.merchant_id = ${merchantId} and s.id = ${id} and s.state <> 'removed'`.execute(db);
  return rows[0];
}
export async function listStoreBriefs(db: Db, merchantId: string): Promise<StoreBrief[]> {
  const { rows } = await sql<StoreBrief>`
    select ${STORE} where s.merchant_id = ${merchantId} and s.state <> 'removed' order by s.name, s.id`.execute(db);
  return rows;
}

/** Rows of a store that somebody calls by its name, a part of it, or its id; found without the store being joined. */
export const ofStore =
  ({ owner, store }: { owner: Sql; store: Sql }) =>
  (value: unknown): Sql[] => {
    const text = String(value);
    if (text === "") return [];
    return [
      sql`${store} in (select s.id from store_brief s
        where s.merchant_id = ${owner} and (s.id::text = ${text} or ${containsText(sql`s.name`, text)}))`,
    ];
  };

type StoreOf = { merchantId: string; platform: string; storeId: string | null };
/**
 * Which shop a store is: the one its platform's account or its address was known as before, whoever had it then. Every name it has
 * by now is kept, so that it is known by any of them when its store is gone. Known as two, it stays the one it has brought orders
 * as. Null where it has no name, or where the platform counts.
 */
export async function knowShop(tx: Tx | Db, { merchantId, platform, storeId }: StoreOf): Promise<string | null> {
  if (storeId === null || !isCountedByShop(platform)) return null;
  const named = sql`select name, rank from store_name where merchant_id = ${merchantId} and store_id = ${storeId}`;
  const known = sql`select s.shop_id from order_shop s join (${named}) n on n.name = s.shop_key
    order by exists (select 1 from order_upload u where u.merchant_id = ${merchantId} and u.store_id = ${storeId}
      and u.shop_id = s.shop_id) desc, n.rank limit 1`;
  await sql`
    insert into order_shop (shop_key, shop_id)
    select n.name, coalesce((${known}), ${storeId}) from (${named}) n order by n.name on conflict do nothing`.execute(
    tx,
  );
  // By itself: whoever was first may have committed just now.
  const { rows } = await sql<{ shop_id: string }>`${known}`.execute(tx);
  return rows[0]?.shop_id ?? null;
}
/**
 * Everything the shop of a store was ever known as: by its names, by the stores that were bound with its address, and by what those
 * have brought orders as. Until the transaction ends nobody else takes numbers of any of these.
 */
export async function lockShops(tx: Tx, { merchantId, platform, storeId }: StoreOf): Promise<string[]> {
  if (storeId === null || !isCountedByShop(platform)) return [];
  const { rows: named } = await sql<{ name: string }>`
    select name from store_name where merchant_id = ${merchantId} and store_id = ${storeId}`.execute(tx);
  const names = named.map(({ name }) => name);
  const { rows } = await sql<{ id: string }>`
    with bound as (
      select merchant_id, store_id from store_name where rank = 2 and name = any(${names}::text[])
      union select ${merchantId}::uuid, ${storeId}::uuid)
    select shop_id as id from order_shop where shop_key = any(${names}::text[])
    union select store_id from bound
    union select u.shop_id from bound join order_upload u using (merchant_id, store_id) where u.shop_id is not null
    order by 1`.execute(tx);
  for (const { id } of rows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`shop numbers:${id}`}, 0))`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Until the transaction ends nobody else takes what this store has sold. Before everything else that it locks. */
export async function lockStore(tx: Tx, storeId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`store orders:${storeId}`}, 0))`.execute(tx);
}

/** How far a connected store has been read. */
export type SyncState = { storeId: string; readUntil: Date; nextAt: Date; problem: string | null };
const SYNC = sql`store_id as "storeId", read_until as "readUntil", next_at as "nextAt", problem`;
export async function listSyncs(db: Db, merchantId: string): Promise<SyncState[]> {
  const { rows } = await sql<SyncState>`select ${SYNC} from order_sync where merchant_id = ${merchantId}`.execute(db);
  return rows;
}
export async function findSync(db: Db | Tx, merchantId: string, storeId: string): Promise<SyncState | undefined> {
  const { rows } = await sql<SyncState>`
    select ${SYNC} from order_sync where merchant_id = ${merchantId} and store_id = ${storeId}`.execute(db);
  return rows[0];
}
export async function saveSync(
  tx: Db | Tx,
  { merchantId, storeId, readUntil, nextAt, problem }: { merchantId: string } & SyncState,
  at: Date,
): Promise<void> {
  await sql`
    insert into order_sync (merchant_id, store_id, read_until, next_at, problem, changed_at)
    values (${merchantId}, ${storeId}, ${readUntil}, ${nextAt}, ${problem}, ${at})
    on conflict (merchant_id, store_id) do update set read_until = excluded.read_until, next_at = excluded.next_at,
      problem = excluded.problem, changed_at = excluded.changed_at`.execute(tx);
}
export type Gap = { lacks: StoreGap; since: Date; until: Date };
export async function listGaps(db: Db | Tx, merchantId: string): Promise<(Gap & { storeId: string })[]> {
  const { rows } = await sql<Gap & { storeId: string }>`
    select store_id as "storeId", lacks, since, until from order_gap where merchant_id = ${merchantId}
    order by since, lacks`.execute(db);
  return rows;
}
/** As the last reading left them. */
export async function replaceGaps(
  tx: Tx,
  { merchantId, storeId }: { merchantId: string; storeId: string },
  gaps: readonly Gap[],
): Promise<void> {
  await sql`delete from order_gap where merchant_id = ${merchantId} and store_id = ${storeId}`.execute(tx);
  if (gaps.length === 0) return;
  await sql`
    insert into order_gap (merchant_id, store_id, lacks, since, until)
    select ${merchantId}, ${storeId}, g.lacks, g.since, g.until
    from unnest(${gaps.map(({ lacks }) => lacks)}::text[], ${gaps.map(({ since }) => since)}::timestamptz[],
      ${gaps.map(({ until }) => until)}::timestamptz[]) as g (lacks, since, until)`.execute(tx);
}
/** Of what connectors the orders are read. */
const LISTING = CONNECTOR_NAMES.filter((name) => CONNECTORS[name].reads.includes("orders"));
/** Connected stores whose turn it is, of all merchants. */
export async function listDue(db: Db, now: Date): Promise<{ merchantId: string; storeId: string }[]> {
  const { rows } = await sql<{ merchantId: string; storeId: string }>`
    select c.merchant_id as "merchantId", c.store_id as "storeId" from store_connected c
    left join order_sync y on y.merchant_id = c.merchant_id and y.store_id = c.store_id
    where c.connector = any(${LISTING}::text[]) and (y.next_at is null or y.next_at <= ${now}) order by y.next_at nulls first limit 50`.execute(
    db,
  );
  return rows;
}
