import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Db, Tx } from "./db.ts";
import type { Live } from "./live.ts";

/** A clock the sandbox can move forward; every process on the database sees the same time. Never backward: books only grow. */
export type SandboxClock = Clock & {
  /** Takes effect everywhere on commit; what waits for a moment, and what runs by the clock, is hurried along. */
  advance(tx: Tx, by: { days?: number; hours?: number }): Promise<void>;
  aheadMs(): number;
  /** Reads the offset; called at the start and whenever another process may have changed it. */
  refresh(): Promise<void>;
};

const TOPIC = "platform.clock";
const HOUR_MS = 3_600_000;
const FURTHEST_HOURS = 3_650 * 24;

type Dependencies = { base: Clock; db: Db; live: Live; timeMoved(tx: Tx, byMs: number): Promise<void> };

export function createSandboxClock({ base, db, live, timeMoved }: Dependencies): SandboxClock {
  let aheadMs = 0;
  const learn = (value: number) => void (aheadMs = Math.max(aheadMs, value));
  const refresh = async () => {
    const { rows } = await sql<{ aheadMs: bigint }>`select ahead_ms as "aheadMs" from sandbox_clock`.execute(db);
    learn(Number(rows[0]?.aheadMs ?? 0n));
  };
  live.subscribe(TOPIC, ({ data }) => learn(data as number));
  live.onConnect(() => void refresh().catch(() => undefined));
  return {
    now: () => new Date(base.now().getTime() + aheadMs),
    aheadMs: () => aheadMs,
    refresh,
    async advance(tx, by) {
      const hours = (by.days ?? 0) * 24 + (by.hours ?? 0);
      if (!Number.isInteger(hours) || hours < 1 || hours > FURTHEST_HOURS)
        throw new RangeError(`cannot advance ${hours} hours`);
      const byMs = hours * HOUR_MS;
      const { rows } = await sql<{ aheadMs: bigint }>`
        update sandbox_clock set ahead_ms = ahead_ms + ${byMs} returning ahead_ms as "aheadMs"`.execute(tx);
      await timeMoved(tx, byMs);
      await live.publish(tx, TOPIC, { event: "advanced", data: Number(rows[0]!.aheadMs) });
    },
  };
}
