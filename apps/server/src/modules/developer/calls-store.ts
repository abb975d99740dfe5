import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import type { AppKey } from "./apps-store.ts";

export type TakenCalls = AppKey & { count: number };
/** The nonces that were new, and each app's calls of this minute, in one statement for all that came together. */
export async function takeCalls(
  db: Db,
  nonces: readonly Buffer[],
  calls: readonly TakenCalls[],
  { now, minute }: { now: Date; minute: Date },
): Promise<{ fresh: Set<string>; taken: Map<string, number> }> {
  const { rows } = await sql<{ nonce: string | null; app: string | null; taken: number | null }>`
    with fresh as (
      insert into open_nonce (nonce, at) select n, ${now}::timestamptz from unnest(${nonces}::bytea[]) n order by n
      on conflict do nothing returning encode(nonce, 'hex') as nonce),
    counted as (
      insert into open_usage as u (merchant_id, app, minute, taken)
      select merchant_id, app, ${minute}::timestamptz, taken
      from unnest(${calls.map((call) => call.merchantId)}::uuid[], ${calls.map((call) => call.id)}::uuid[],
        ${calls.map((call) => call.count)}::int[]) as c (merchant_id, app, taken) order by merchant_id, app
      on conflict (merchant_id, app, minute) do update set taken = u.taken + excluded.taken
      returning app::text, taken)
    select nonce, null as app, null as taken from fresh union all select null, app, taken from counted`.execute(db);
  return {
    fresh: new Set(rows.flatMap(({ nonce }) => nonce ?? [])),
    taken: new Map(rows.flatMap(({ app, taken }) => (app !== null && taken !== null ? [[app, taken] as const] : []))),
  };
}

export async function callsSince(db: Db, { merchantId, id }: AppKey, since: Date): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(taken), 0)::int as calls from open_usage
    where merchant_id = ${merchantId} and app = ${id} and minute >= ${since}`.execute(db);
  return rows[0]!.calls;
}

export async function allCallsSince(db: Db, since: Date): Promise<{ calls: number; apps: number }> {
  const { rows } = await sql<{ calls: number; apps: number }>`
    select coalesce(sum(taken), 0)::int as calls, count(distinct app)::int as apps from open_usage
    where minute >= ${since}`.execute(db);
  return rows[0]!;
}

export async function sweepCalls(db: Db, { nonces, usage }: { nonces: Date; usage: Date }): Promise<void> {
  await sql`delete from open_nonce where at < ${nonces}`.execute(db);
  await sql`delete from open_usage where minute < ${usage}`.execute(db);
}
