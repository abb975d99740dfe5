import type { moduleApplicationList } from "@coralhub/contract";
import {
  moduleLifecycle,
  type DepositCurrency,
  type ModuleAction,
  type ModuleState,
  type ProductModule,
} from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type ModuleKey = { merchantId: string; module: ProductModule };
export type ModuleApplication = { state: ModuleState; currencies: DepositCurrency[]; reason: string | null };
export type ModuleEvent = { action: ModuleAction; at: Date; reason: string | null };

export async function findApplication(
  db: Db,
  { merchantId, module }: ModuleKey,
): Promise<ModuleApplication | undefined> {
  const { rows } = await sql<ModuleApplication>`
    select state, currencies, reason from module_application
    where merchant_id = ${merchantId} and module = ${module}`.execute(db);
  return rows[0];
}

export const countWaiting = (db: Db): Promise<number> =>
  countUpTo(db, sql`select from module_application where state = 'applied'`);

export async function listEvents(db: Db, { merchantId, module }: ModuleKey): Promise<ModuleEvent[]> {
  const { rows } = await sql<ModuleEvent>`
    select action, at, reason from module_event
    where merchant_id = ${merchantId} and module = ${module} order by id`.execute(db);
  return rows;
}

/** False when a request stands already. The row is there from the first wish on, so that a move always has a state to leave. */
export async function moveToApplied(
  tx: Tx,
  { merchantId, module }: ModuleKey,
  { currencies, at }: { currencies: readonly DepositCurrency[]; at: Date },
): Promise<boolean> {
  const { from, to } = moduleLifecycle.actions.apply;
  await sql`
    insert into module_application (merchant_id, module, state, currencies, applied_at)
    values (${merchantId}, ${module}, ${moduleLifecycle.initial}, ${currencies}, ${at})
    on conflict (merchant_id, module) do nothing`.execute(tx);
  const { numAffectedRows } = await sql`
    update module_application set state = ${to}, currencies = ${currencies}, applied_at = ${at}, decided_at = null,
           decided_by = null, reason = null
     where merchant_id = ${merchantId} and module = ${module} and state = any(${from})`.execute(tx);
  return numAffectedRows === 1n;
}

/** False when it was decided meanwhile, or never asked. */
export async function moveToDecided(
  tx: Tx,
  { merchantId, module }: ModuleKey,
  { decision, by, at, reason }: { decision: "approve" | "decline"; by: string; at: Date; reason: string | null },
): Promise<boolean> {
  const { from, to } = moduleLifecycle.actions[decision];
  const { numAffectedRows } = await sql`
    update module_application set state = ${to}, decided_at = ${at}, decided_by = ${by}, reason = ${reason}
     where merchant_id = ${merchantId} and module = ${module} and state = any(${from})`.execute(tx);
  return numAffectedRows === 1n;
}

export async function insertEvent(
  tx: Tx,
  { merchantId, module }: ModuleKey,
  { id, action, at, reason }: ModuleEvent & { id: string },
): Promise<void> {
  await sql`
    insert into module_event (merchant_id, module, id, action, reason, at)
    values (${merchantId}, ${module}, ${id}, ${action}, ${reason}, ${at})`.execute(tx);
}

export const applicationSource: ListSource<(typeof moduleApplicationList)["row"]> = {
  from: sql`module_application a`,
  owner: sql`a.merchant_id`,
  id: sql`a.merchant_id::text || ' ' || a.module`,
  columns: {
    merchantId: sql`a.merchant_id`,
    module: sql`a.module`,
    state: sql`a.state`,
    currencies: sql`a.currencies`,
    appliedAt: sql`a.applied_at`,
    decidedAt: sql`a.decided_at`,
    decidedBy: sql`a.decided_by`,
    reason: sql`a.reason`,
  },
};
