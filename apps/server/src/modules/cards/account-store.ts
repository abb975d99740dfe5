import type { Currency } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Page } from "./cards-store.ts";

export type CardAccount = { id: string; currency: Currency; owed: bigint };

export async function findAccount(db: Db, merchantId: string, currency: Currency): Promise<CardAccount | undefined> {
  const { rows } = await sql<CardAccount>`
    select id, currency, owed_minor as owed from card_account
    where merchant_id = ${merchantId} and currency = ${currency}`.execute(db);
  return rows[0];
}

/** The wallet exists from the first look on. */
export async function ensureAccount(
  db: Db,
  merchantId: string,
  currency: Currency,
  id: string,
  at: Date,
): Promise<CardAccount> {
  const found = await findAccount(db, merchantId, currency);
  if (found) return found;
  await sql`insert into card_account (merchant_id, currency, id, created_at)
    values (${merchantId}, ${currency}, ${id}, ${at}) on conflict do nothing`.execute(db);
  return (await findAccount(db, merchantId, currency))!;
}

export async function lockOwed(tx: Tx, merchantId: string, currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    select owed_minor as owed from card_account
    where merchant_id = ${merchantId} and currency = ${currency} for update`.execute(tx);
  return rows[0]?.owed ?? 0n;
}

/** Card wallets that owe something. */
export async function listOwing(db: Db, { seen, limit }: Page): Promise<(Owing & { id: string })[]> {
  const { rows } = await sql<Owing & { id: string }>`
    select merchant_id as "merchantId", currency, id from card_account
    where owed_minor > 0 and id <> all(${[...seen]}::uuid[]) order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

type Owing = { merchantId: string; currency: Currency };
export async function changeOwed(
  tx: Tx,
  { merchantId, currency }: Owing,
  by: bigint,
  id: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into card_account as a (merchant_id, currency, id, owed_minor, created_at)
    values (${merchantId}, ${currency}, ${id}, greatest(0, ${by}::bigint), ${at})
    on conflict (merchant_id, currency) do update set owed_minor = a.owed_minor + ${by}`.execute(tx);
}

/** A number of our own, for a remittance or a receipt; twelve digits, and not two alike. */
export async function insertSerial(
  db: Db,
  serial: string,
  merchantId: string,
  business: string,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into card_serial (serial, owner_id, business, given_at)
    values (${serial}, ${merchantId}, ${business}, ${at}) on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}
/** Money that bears a number, and its announcement, find each other: whichever comes second waits for the first. */
export async function lockSerial(tx: Tx, serial: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`card serial:${serial}`}, 0))`.execute(tx);
}
export async function findSerial(
  db: Db,
  serial: string,
): Promise<{ merchantId: string; business: string } | undefined> {
  const { rows } = await sql<{ merchantId: string; business: string }>`
    select owner_id as "merchantId", business from card_serial where serial = ${serial}`.execute(db);
  return rows[0];
}
