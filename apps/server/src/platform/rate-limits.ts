import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import { createCoalescer } from "./coalescer.ts";
import type { Db } from "./db.ts";

/** Counted in PostgreSQL, so that any number of processes share one limit. */
export type RateLimits = {
  /**
   * The window begins with the first call and is over `windowSeconds` later. What is dearer takes more of it: `cost`. What
   * is refused takes nothing: something cheaper may still fit.
   */
  take(
    key: string,
    limit: number,
    windowSeconds: number,
    cost?: number,
  ): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number }>;
  /** Of something that was allowed here and refused elsewhere. */
  giveBack(key: string, limit: number, windowSeconds: number, cost?: number): Promise<void>;
  /** Deletes counters whose window is over; run by a job. */
  sweep(): Promise<number>;
};

/** Enough for every caller that misbehaves at once; beyond it the oldest are asked of the database again. */
const MOST_REMEMBERED = 50_000;
/** What another process gave back meanwhile is known here after so long. */
const BELIEVED_MS = 15_000;
/**
 * A limit of so many is taken in blocks of a thousandth, spent here: it guards against a flood, and whoever answers thousands
 * of calls a minute should not wait for the database at each. What is left of a block when its process ends was taken for nothing.
 */
const IN_BLOCKS_FROM = 10_000;
const blockOf = (limit: number): number => Math.floor(limit / 1_000);
type Block = { left: number; endsAt: number };
type Refused = { endsAt: number; believedUntil: number };

export function createRateLimits({ db, clock }: { db: Db; clock: Clock }): RateLimits {
  /** Names known to be over their limit, by cost: whoever hammers on is refused without asking the database. */
  const refused = new Map<string, Map<number, Refused>>();

  // Whoever calls at the same moment is counted with the same statement: a busy key is one row, and its commits stand in line.
  const count = createCoalescer<Call, Counted>({ name: "rate limits", work: (batch) => countAll(db, batch) });

  const blocks = new Map<string, Block>();
  const asking = new Map<string, Promise<boolean>>();

  async function takeBlock(call: Omit<Call, "cost">): Promise<boolean> {
    const cost = blockOf(call.limit);
    const { fits, endsAt } = await count({ ...call, cost });
    if (!fits) return false;
    if (blocks.size >= MOST_REMEMBERED) blocks.clear();
    blocks.set(call.name, { left: cost, endsAt: endsAt.getTime() });
    return true;
  }
  /** One call out of a block; false where no whole block is to be had any more. */
  async function spend(call: Omit<Call, "cost">): Promise<boolean> {
    const { name, now } = call;
    for (;;) {
      const block = blocks.get(name);
      if (block && block.left > 0 && block.endsAt > now.getTime()) return --block.left >= 0;
      const asked = asking.get(name) ?? takeBlock(call).finally(() => asking.delete(name));
      asking.set(name, asked);
      if (!(await asked)) return false;
    }
  }

  const refusal = (until: number, now: number) => ({
    allowed: false as const,
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  });

  return {
    async take(key, limit, windowSeconds, cost = 1) {
      const now = clock.now();
      const name = nameOf(key, limit, windowSeconds);
      const known = refused.get(name)?.get(cost);
      if (known && known.believedUntil > now.getTime()) return refusal(known.endsAt, now.getTime());
      if (cost === 1 && limit >= IN_BLOCKS_FROM && (await spend({ name, limit, now, windowSeconds })))
        return { allowed: true };
      const { fits, endsAt } = await count({ name, limit, now, windowSeconds, cost });
      if (fits) return { allowed: true };
      const ends = endsAt.getTime();
      const costs = refused.get(name) ?? new Map<number, Refused>();
      if (refused.size >= MOST_REMEMBERED && !refused.has(name)) refused.delete(refused.keys().next().value!);
      refused.set(name, costs.set(cost, { endsAt: ends, believedUntil: Math.min(ends, now.getTime() + BELIEVED_MS) }));
      return refusal(ends, now.getTime());
    },
    async giveBack(key, limit, windowSeconds, cost = 1) {
      const name = nameOf(key, limit, windowSeconds);
      refused.delete(name);
      await sql`update rate_limit set taken = greatest(0, taken - ${cost})
        where key = decode(${hashOf(name)}, 'hex') and window_ends_at > ${clock.now()}`.execute(db);
    },
    async sweep() {
      const now = clock.now();
      for (const [name, costs] of refused)
        if ([...costs.values()].every(({ believedUntil }) => believedUntil <= now.getTime())) refused.delete(name);
      for (const [name, { endsAt }] of blocks) if (endsAt <= now.getTime()) blocks.delete(name);
      const { numAffectedRows } = await sql`delete from rate_limit where window_ends_at <= ${now}`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

type Call = { name: string; limit: number; now: Date; windowSeconds: number; cost: number };
type Counted = { fits: boolean; endsAt: Date };

const nameOf = (key: string, limit: number, windowSeconds: number): string => `${windowSeconds}:${limit}:${key}`;
/** Keys carry addresses and phone numbers: only their hash is kept. */
const hashOf = (name: string): string => createHash("sha256").update(name).digest("hex");

/** What costs differently is counted one after the other: a counter is one row, and takes whole calls only. */
async function countAll(db: Db, calls: readonly Call[]): Promise<Counted[]> {
  const places = new Map<Call, Counted>();
  for (const [cost, alike] of Map.groupBy(calls, (call) => call.cost))
    for (const [call, counted] of await countAlike(db, cost, alike)) places.set(call, counted);
  return calls.map((call) => places.get(call)!);
}

/** Counted in one order, so that nobody waits in a circle. */
async function countAlike(db: Db, cost: number, calls: readonly Call[]): Promise<Map<Call, Counted>> {
  const { now } = calls.at(-1)!;
  const counters = Map.groupBy(calls, ({ name }) => hashOf(name));
  const sorted = [...counters].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ends = sorted.map(([, [first]]) => new Date(now.getTime() + first!.windowSeconds * 1000));
  const most = sorted.map(([, [first]]) => first!.limit);
  // A crash may forget the last moment's counts, so no caller waits for the disk; the setting ends with this statement.
  const { rows } = await sql<{ key: string; fitted: number; endsAt: Date }>`
    with unsynced as materialized (select set_config('synchronous_commit', 'off', true)),
    asked as (
      select decode(u.key, 'hex') as key, least(u.calls, u.most / ${cost}::int) as fitted, u.ends, u.most
      from unnest(${sorted.map(([key]) => key)}::text[], ${sorted.map(([, own]) => own.length)}::int[],
        ${ends}::timestamptz[], ${most}::int[]) as u (key, calls, ends, most), unsynced)
    insert into rate_limit as r (key, taken, fitted, most, window_ends_at)
    select key, fitted * ${cost}::int, fitted, most, ends from asked
    on conflict (key) do update set
      taken = case when r.window_ends_at <= ${now} then excluded.taken
        else r.taken + ${cost}::int * least(excluded.fitted, greatest(0, (excluded.most - r.taken) / ${cost}::int)) end,
      fitted = case when r.window_ends_at <= ${now} then excluded.fitted
        else least(excluded.fitted, greatest(0, (excluded.most - r.taken) / ${cost}::int)) end,
      window_ends_at = case when r.window_ends_at <= ${now} then excluded.window_ends_at else r.window_ends_at end
    returning encode(key, 'hex') as key, fitted, window_ends_at as "endsAt"`.execute(db);
  const places = new Map<Call, Counted>();
  for (const { key, fitted, endsAt } of rows)
    for (const [at, call] of counters.get(key)!.entries()) places.set(call, { fits: at < fitted, endsAt });
  return places;
}
