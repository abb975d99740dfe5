import { STORE_SIMULATION_DEFAULTS } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type ReviewerSettings = { on: boolean; delaySeconds: number };

export async function readReviewerSettings(db: Db): Promise<ReviewerSettings> {
  const { rows } = await sql<ReviewerSettings>`
    select is_on as "on", delay_seconds as "delaySeconds" from sandbox_store_reviewer`.execute(db);
  return rows[0] ?? { ...STORE_SIMULATION_DEFAULTS };
}

export async function saveReviewerSettings(tx: Tx, settings: ReviewerSettings, at: Date): Promise<void> {
  await sql`
    insert into sandbox_store_reviewer (is_on, delay_seconds, changed_at)
    values (${settings.on}, ${settings.delaySeconds}, ${at})
    on conflict (only_row) do update set is_on = excluded.is_on, delay_seconds = excluded.delay_seconds,
      changed_at = excluded.changed_at`.execute(tx);
}
