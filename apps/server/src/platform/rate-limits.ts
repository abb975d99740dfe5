import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";

/** Counted in PostgreSQL, so that any number of processes share one limit. */
export type RateLimits = {
  /** The window begins with the first call and is over `windowSeconds` later. */
  take(
    key: string,
    limit: number,
    windowSeconds: number,
  ): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number }>;
  /** Deletes counters whose window is over; run by a job. */
  sweep(): Promise<number>;
};

/** Enough for every caller that misbehaves at once; beyond it the oldest are asked of the database again. */
const MOST_REMEMBERED = 50_000;

export function createRateLimits({ db, clock }: { db: Db; clock: Clock }): RateLimits {
  /** Keys known to be over their limit: whoever hammers on is refused without asking the database. */
  const refusedUntil = new Map<string, number>();

  const refusal = (until: number, now: number) => ({
    allowed: false as const,
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  });

  return {
    async take(key, limit, windowSeconds) {
      const now = clock.now();
      const name = `${windowSeconds}:${limit}:${key}`;
      const known = refusedUntil.get(name);
      if (known !== undefined) {
        if (known > now.getTime()) return refusal(known, now.getTime());
        refusedUntil.delete(name);
      }
      const { taken, endsAt } = await count(db, name, now, windowSeconds);
      if (taken <= limit) return { allowed: true };
      if (refusedUntil.size >= MOST_REMEMBERED) refusedUntil.delete(refusedUntil.keys().next().value!);
      refusedUntil.set(name, endsAt.getTime());
      return refusal(endsAt.getTime(), now.getTime());
    },
    async sweep() {
      const now = clock.now();
      for (const [name, until] of refusedUntil) if (until <= now.getTime()) refusedUntil.delete(name);
      const { numAffectedRows } = await sql`delete from rate_limit where window_ends_at <= ${now}`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

/** Keys carry addresses and phone numbers: only their hash is kept. */
async function count(db: Db, name: string, now: Date, windowSeconds: number): Promise<{ taken: number; endsAt: Date }> {
  const key = createHash("sha256").update(name).digest();
  const ends = new Date(now.getTime() + windowSeconds * 1000);
  const { rows } = await sql<{ taken: number; endsAt: Date }>`
    insert into rate_limit as r (key, taken, window_ends_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      taken = case when r.window_ends_at <= ${now} then 1 else r.taken + 1 end,
      window_ends_at = case when r.window_ends_at <= ${now} then ${ends} else r.window_ends_at end
    returning taken, window_ends_at as "endsAt"`.execute(db);
  return rows[0]!;
}
