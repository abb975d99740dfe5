import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { StoreKey } from "./stores-store.ts";

export type SecretTail = { field: string; lastFour: string };
export type SealedSecret = SecretTail & { sealed: Uint8Array };

export async function saveSecret(
  tx: Tx,
  { merchantId, id }: StoreKey,
  { field, sealed, lastFour }: SealedSecret,
): Promise<void> {
  await sql`
    insert into store_secret (merchant_id, store_id, field, sealed, last_four)
    values (${merchantId}, ${id}, ${field}, ${sealed}, ${lastFour})
    on conflict (merchant_id, store_id, field) do update set sealed = excluded.sealed, last_four = excluded.last_four`.execute(
    tx,
  );
}

export async function listSecrets(db: Db, { merchantId, id }: StoreKey): Promise<SealedSecret[]> {
  const { rows } = await sql<SealedSecret>`
    select field, sealed, last_four as "lastFour" from store_secret
    where merchant_id = ${merchantId} and store_id = ${id} order by field`.execute(db);
  return rows;
}

export async function listSecretTails(db: Db, { merchantId, id }: StoreKey): Promise<SecretTail[]> {
  const { rows } = await sql<SecretTail>`
    select field, last_four as "lastFour" from store_secret
    where merchant_id = ${merchantId} and store_id = ${id} order by field`.execute(db);
  return rows;
}

export async function forgetSecrets(tx: Tx, { merchantId, id }: StoreKey): Promise<void> {
  await sql`delete from store_secret where merchant_id = ${merchantId} and store_id = ${id}`.execute(tx);
}
