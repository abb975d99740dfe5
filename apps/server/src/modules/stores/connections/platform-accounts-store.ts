import type { Connector } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { StoreKey } from "../stores-store.ts";

export type PlatformAccount = { connector: Connector; account: string };
export type AccountHolder = { merchantId: string; storeIds: string[] };

/** False when the account is another merchant's. The same merchant may tie several stores to it. */
export async function claimAccount(tx: Tx, key: StoreKey, { connector, account }: PlatformAccount): Promise<boolean> {
  await releaseAccounts(tx, key, account);
  // The update changes nothing for others: it makes a second claimant wait for the first, and then see whose it is.
  const { rows } = await sql<{ ownerId: string }>`
    insert into platform_account (connector, account, owner_id, store_ids)
    values (${connector}, ${account}, ${key.merchantId}, array[${key.id}]::uuid[])
    on conflict (connector, account) do update set store_ids =
      case when platform_account.owner_id = excluded.owner_id and not platform_account.store_ids @> excluded.store_ids
        then platform_account.store_ids || excluded.store_ids else platform_account.store_ids end
    returning owner_id as "ownerId"`.execute(tx);
  return rows[0]!.ownerId === key.merchantId;
}

/** The store is tied to none of them any more, but for the one it keeps; an account without stores is free again. */
export async function releaseAccounts(tx: Tx, { merchantId, id }: StoreKey, kept?: string): Promise<void> {
  await sql`
    update platform_account set store_ids = array_remove(store_ids, ${id}::uuid)
    where owner_id = ${merchantId} and store_ids @> array[${id}]::uuid[] and account is distinct from ${kept ?? null}`.execute(
    tx,
  );
  await sql`delete from platform_account where owner_id = ${merchantId} and store_ids = '{}'`.execute(tx);
}

export async function holderOf(
  db: Db | Tx,
  { connector, account }: PlatformAccount,
): Promise<AccountHolder | undefined> {
  const { rows } = await sql<AccountHolder>`
    select owner_id as "merchantId", store_ids as "storeIds" from platform_account
    where connector = ${connector} and account = ${account}`.execute(db);
  return rows[0];
}

/** Whose account this is, as somebody typed it: a login name is the same however it is written. */
export async function findTypedHolder(
  db: Db | Tx,
  connector: Connector,
  typed: string,
): Promise<(PlatformAccount & { merchantId: string }) | undefined> {
  const { rows } = await sql<PlatformAccount & { merchantId: string }>`
    select connector, account, owner_id as "merchantId" from platform_account
    where connector = ${connector} and lower(account) = lower(${typed}) order by account limit 1`.execute(db);
  return rows[0];
}

/** From whoever has it to this store; the caller has untied the others. */
export async function moveAccount(tx: Tx, { merchantId, id }: StoreKey, { connector, account }: PlatformAccount) {
  await sql`
    insert into platform_account (connector, account, owner_id, store_ids)
    values (${connector}, ${account}, ${merchantId}, array[${id}]::uuid[])
    on conflict (connector, account) do update set owner_id = excluded.owner_id, store_ids = excluded.store_ids`.execute(
    tx,
  );
}
