import { PROGRAMME_DEFAULTS } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Programme } from "./decision-store.ts";

export async function readProgramme(db: Db): Promise<Programme & { changedAt: Date | null }> {
  const { rows } = await sql<Programme & { changedAt: Date }>`
    select per_transaction_minor as "perTransaction", day_minor as day, cards_per_merchant as "cardsPerMerchant",
      attempts_per_hour as "attemptsPerHour", changed_at as "changedAt" from card_programme`.execute(db);
  const { perTransactionMinor: perTransaction, dayMinor: day, ...counts } = PROGRAMME_DEFAULTS;
  return rows[0] ?? { perTransaction, day, ...counts, changedAt: null };
}

export async function saveProgramme(tx: Tx, p: Programme, at: Date): Promise<void> {
  await sql`
    insert into card_programme (per_transaction_minor, day_minor, cards_per_merchant, attempts_per_hour, changed_at)
    values (${p.perTransaction}, ${p.day}, ${p.cardsPerMerchant}, ${p.attemptsPerHour}, ${at})
    on conflict (only_row) do update set per_transaction_minor = excluded.per_transaction_minor,
      day_minor = excluded.day_minor, cards_per_merchant = excluded.cards_per_merchant,
      attempts_per_hour = excluded.attempts_per_hour, changed_at = excluded.changed_at`.execute(tx);
}

export type BlockedShop = { key: string; reason: string; since: Date };
export async function listBlockedShops(db: Db): Promise<BlockedShop[]> {
  const { rows } = await sql<BlockedShop>`
    select shop_key as key, reason, since from card_blocked_shop order by since desc, shop_key`.execute(db);
  return rows;
}
export async function blockShop(tx: Tx, { key, reason, since }: BlockedShop, by: string): Promise<void> {
  await sql`
    insert into card_blocked_shop (shop_key, reason, since, blocked_by) values (${key}, ${reason}, ${since}, ${by})
    on conflict (shop_key) do update set reason = excluded.reason, since = excluded.since, blocked_by = excluded.blocked_by`.execute(
    tx,
  );
}
export async function unblockShop(tx: Tx, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from card_blocked_shop where shop_key = ${key}`.execute(tx);
  return numAffectedRows === 1n;
}
