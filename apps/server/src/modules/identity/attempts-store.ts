import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Attempts under one key over a sliding window. Keys are hashes: what was typed at the door is not kept. */
export type WindowSize = { limit: number; windowSeconds: number };

const since = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/** Takes one of `limit` places in the last `windowSeconds`; false when all are taken. Exact, also between processes. */
export async function takePlace(
  db: Db,
  key: Uint8Array,
  now: Date,
  { limit, windowSeconds }: WindowSize,
): Promise<boolean> {
  const recent = sql`array(select t from unnest(attempt_window.times) t where t > ${since(now, windowSeconds)})`;
  const { numAffectedRows } = await sql`
    insert into attempt_window (key, times, last_at) values (${key}, array[${now}::timestamptz], ${now})
    on conflict (key) do update set times = ${recent} || ${now}::timestamptz, last_at = ${now}
    where cardinality(${recent}) < ${limit}`.execute(db);
  return numAffectedRows === 1n;
}

/** Whether one of these has no place left. Only looks: a flood against a full window must not queue for its row. */
export async function anyFull(
  db: Db,
  keys: readonly Uint8Array[],
  now: Date,
  { limit, windowSeconds }: WindowSize,
): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select exists (select 1 from attempt_window where key = any(${keys}::bytea[])
      and (select count(*) from unnest(times) t where t > ${since(now, windowSeconds)}) >= ${limit}) as full`.execute(
    db,
  );
  return rows[0]!.full;
}

/** Gives one place back: the attempt turned out to be the owner's. */
export async function returnPlace(db: Db, key: Uint8Array, at: Date): Promise<void> {
  const place = sql`array_position(times, ${at}::timestamptz)`;
  await sql`update attempt_window set times = times[:${place} - 1] || times[${place} + 1:]
    where key = ${key} and ${place} is not null`.execute(db);
}

export async function clearAttempts(db: Db, keys: readonly Uint8Array[]): Promise<void> {
  await sql`delete from attempt_window where key = any(${keys}::bytea[])`.execute(db);
}

/** When the oldest place becomes free. */
export async function oldestAttempt(db: Db, key: Uint8Array, now: Date, windowSeconds: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select (select min(t) from unnest(times) t where t > ${since(now, windowSeconds)}) as at from attempt_window where key = ${key}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

export async function sweepAttempts(db: Db, before: Date): Promise<void> {
  await sql`delete from attempt_window where last_at < ${before}`.execute(db);
}
