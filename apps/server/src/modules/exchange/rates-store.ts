import type { Currency, Rate, RateGrain, RateJumpState, RateBoard } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type RatePoint = { at: Date; sold: string; bought: string; source: string };

/** A moment kept once stays as it is. */
export async function insertBoards(db: Db, grain: RateGrain, boards: readonly RateBoard[]): Promise<void> {
  await sql`
    insert into fx_rate_board (grain, at, source, per_dollar)
    select ${grain}, at, source, per_dollar::jsonb
      from unnest(${boards.map(({ at }) => at.toISOString())}::timestamptz[], ${boards.map(({ source }) => source)}::text[],
                  ${boards.map(({ perDollar }) => JSON.stringify(perDollar))}::text[]) as b (at, source, per_dollar)
    on conflict (grain, at) do nothing`.execute(db);
}

export async function readMoments(db: Db, grain: RateGrain, from: Date): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select at from fx_rate_board where grain = ${grain} and at >= ${from} order by at`.execute(db);
  return rows.map(({ at }) => at);
}

/** Both sides of a pair, oldest first. */
export async function readPoints(
  db: Db,
  { grain, from, sell, buy }: { grain: RateGrain; from: Date; sell: Currency; buy: Currency },
): Promise<RatePoint[]> {
  const { rows } = await sql<RatePoint>`
    select at, source, per_dollar ->> ${sell} as sold, per_dollar ->> ${buy} as bought from fx_rate_board
     where grain = ${grain} and at >= ${from} and per_dollar ? ${sell} and per_dollar ? ${buy} order by at`.execute(db);
  return rows;
}

export async function forgetBoards(db: Db, grain: RateGrain, before: Date): Promise<void> {
  await sql`delete from fx_rate_board where grain = ${grain} and at < ${before}`.execute(db);
}

type Kept = { currency: Currency; perDollar: Rate; source: string; at: Date };
/**
 * The last rate taken as right, and the lowest and highest taken in the hour before now; null where there were none. Where
 * a jump was noticed and no rate has been taken as right since, it is the hour before the jump.
 */
export type Baseline = Kept & { low: Rate | null; high: Rate | null };

/** Of all currencies, or of those that are asked about: a price wants two. */
export async function readBaselines(
  db: Db,
  hourAgo: Date,
  currencies?: readonly Currency[],
): Promise<Map<Currency, Baseline>> {
  const { rows } = await sql<Baseline>`
    select b.currency, b.per_dollar as "perDollar", b.source, b.at,
           t.rates[1] as low, t.rates[cardinality(t.rates)] as high
      from (select *, exists (select 1 from fx_rate_jump j where j.currency = b.currency and j.noticed_at > b.at) as is_suspended
              from fx_rate_baseline b ${currencies ? sql`where b.currency = any(${currencies}::text[])` : sql``}) b
     cross join lateral (
       select array_agg(per_dollar order by per_dollar::numeric) as rates from fx_rate_taken
        where currency = b.currency
          and at >= case when b.is_suspended then b.at - interval '1 hour' else ${hourAgo} end) t`.execute(db);
  return new Map(rows.map((row) => [row.currency, row]));
}

/** What is taken as right from now on. A newer one replaces an older one, never the other way round. */
export async function keepBaselines(db: Db, rows: readonly Kept[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    with fresh as (
      select * from unnest(${rows.map(({ currency }) => currency)}::text[], ${rows.map(({ perDollar }) => perDollar)}::text[],
        ${rows.map(({ source }) => source)}::text[], ${rows.map(({ at }) => at.toISOString())}::timestamptz[])
        as f (currency, per_dollar, source, at)),
    taken as (
      insert into fx_rate_taken (currency, at, per_dollar) select currency, at, per_dollar from fresh
      on conflict (currency, at) do nothing)
    insert into fx_rate_baseline (currency, per_dollar, source, at) select * from fresh
    on conflict (currency) do update set per_dollar = excluded.per_dollar, source = excluded.source, at = excluded.at
     where fx_rate_baseline.at < excluded.at`.execute(db);
}

/** What measures nothing any more; the hour before a jump that nobody has agreed to stays. */
export async function forgetTaken(db: Db, hourAgo: Date): Promise<void> {
  await sql`
    delete from fx_rate_taken t using fx_rate_baseline b
     where t.currency = b.currency and t.at < ${hourAgo} and t.at < b.at - interval '1 hour'`.execute(db);
}

/** Two people said that it jumped and is right: what came before measures nothing any more. */
export async function keepNewLevel(tx: Tx, level: Kept): Promise<void> {
  await sql`delete from fx_rate_taken where currency = ${level.currency}`.execute(tx);
  await keepBaselines(tx, [level]);
}

export type RateJump = {
  id: string;
  currency: Currency;
  before: Rate;
  after: Rate;
  source: string;
  noticedAt: Date;
  state: RateJumpState;
  decidedAt: Date | null;
  note: string | null;
};
const JUMP = sql`id, currency, before_rate as before, after_rate as after, source, noticed_at as "noticedAt", state,
  decided_at as "decidedAt", note`;

/** One at a time for a currency, and none right after a person has said that the new rate is wrong. */
export async function insertJump(
  db: Db,
  jump: Pick<RateJump, "id" | "currency" | "before" | "after" | "source" | "noticedAt">,
  notSince: Date,
): Promise<void> {
  await sql`
    insert into fx_rate_jump (id, currency, before_rate, after_rate, source, noticed_at, state)
    select ${jump.id}, ${jump.currency}, ${jump.before}, ${jump.after}, ${jump.source}, ${jump.noticedAt}, 'open'
     where not exists (select 1 from fx_rate_jump where currency = ${jump.currency} and decided_at > ${notSince}
                         and state = 'refused')
    on conflict (currency) where state = 'open' do nothing`.execute(db);
}

export async function listJumps(db: Db, limit: number): Promise<RateJump[]> {
  const { rows } = await sql<RateJump>`
    select ${JUMP} from fx_rate_jump order by (state = 'open') desc, noticed_at desc, id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countOpenJumps(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fx_rate_jump where state = 'open'`.execute(db);
  return rows[0]!.count;
}

export async function findJump(tx: Tx, id: string): Promise<RateJump | undefined> {
  const { rows } = await sql<RateJump>`select ${JUMP} from fx_rate_jump where id = ${id}`.execute(tx);
  return rows[0];
}
