import { SANDBOX_RAILS, type RailMode, type SandboxRail } from "@coralhub/domain";
import { sql } from "kysely";
import { createCoalescer } from "../../platform/coalescer.ts";
import type { Database, Tx } from "../../platform/db.ts";

export type RailState = { rail: SandboxRail; mode: RailMode; changedAt: Date | null };

/** How the sandbox's rails behave right now: a simulated rail asks before each answer, the sandbox console sets it. */
export type RailModes = {
  of(rail: SandboxRail): Promise<RailMode>;
  all(): Promise<RailState[]>;
  /** Returns how the rail behaved before. */
  set(tx: Tx, rail: SandboxRail, mode: RailMode, by: string, now: Date): Promise<RailMode>;
};

export function createRailModes({ database }: { database: Pick<Database, "db"> }): RailModes {
  const read = async (): Promise<RailState[]> => {
    const { rows } = await sql<RailState>`select rail, mode, changed_at as "changedAt" from sandbox_rail_mode`.execute(
      database.db,
    );
    const known = new Map(rows.map((row) => [row.rail, row]));
    return (Object.keys(SANDBOX_RAILS) as SandboxRail[]).map(
      (rail) => known.get(rail) ?? { rail, mode: "normal", changedAt: null },
    );
  };
  const together = createCoalescer<null, RailState[]>({
    name: "rail modes",
    async work(batch) {
      const states = await read();
      return batch.map(() => states);
    },
  });
  const all = () => together(null);
  return {
    all,
    of: async (rail) => (await all()).find((state) => state.rail === rail)?.mode ?? "normal",
    async set(tx, rail, mode, by, now) {
      const { rows } = await sql<{ mode: RailMode }>`
        select mode from sandbox_rail_mode where rail = ${rail} for update`.execute(tx);
      await sql`
        insert into sandbox_rail_mode (rail, mode, changed_at, changed_by) values (${rail}, ${mode}, ${now}, ${by})
        on conflict (rail) do update set mode = excluded.mode, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
        tx,
      );
      return rows[0]?.mode ?? "normal";
    },
  };
}
