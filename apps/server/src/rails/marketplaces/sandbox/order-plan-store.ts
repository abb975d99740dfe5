import type { SandboxOrderPlan } from "@coralhub/domain";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export async function readOrderPlan(db: Db): Promise<SandboxOrderPlan> {
  const { rows } = await sql<{ plan: SandboxOrderPlan }>`select plan from sandbox_market_settings`.execute(db);
  return rows[0]?.plan ?? "whole";
}

export async function saveOrderPlan(tx: Tx, plan: SandboxOrderPlan, at: Date): Promise<void> {
  await sql`
    insert into sandbox_market_settings (plan, changed_at) values (${plan}, ${at})
    on conflict (only_one) do update set plan = excluded.plan, changed_at = excluded.changed_at`.execute(tx);
}
