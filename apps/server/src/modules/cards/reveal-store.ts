import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { CardKey } from "./cards-store.ts";

export async function insertTicket(
  tx: Tx,
  hash: Uint8Array,
  { merchantId, id }: CardKey,
  expiresAt: Date,
): Promise<void> {
  await sql`insert into card_reveal (ticket_hash, owner_id, card_id, expires_at)
    values (${hash}, ${merchantId}, ${id}, ${expiresAt})`.execute(tx);
}

/** Once, and in time. */
export async function takeTicket(db: Db, hash: Uint8Array, now: Date): Promise<CardKey | undefined> {
  const { rows } = await sql<CardKey>`
    update card_reveal set used_at = ${now}
    where ticket_hash = ${hash} and used_at is null and expires_at > ${now}
    returning owner_id as "merchantId", card_id as id`.execute(db);
  return rows[0];
}

export async function forgetTickets(db: Db, before: Date): Promise<void> {
  await sql`delete from card_reveal where expires_at < ${before}`.execute(db);
}
