import type { moduleApplicationList } from "@coralhub/contract";
import { moduleLifecycle, type DepositCurrency, type ModuleState, type ProductModule } from "@coralhub/domain";
import { sql } from "kysely";
import { countUpTo } from "../../platform/count-up-to.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { ListSource } from "../../platform/list-query.ts";

export type ModuleKey = { merchantId: string; module: ProductModule };
export type ModuleApplication = {
  id: string;
  state: ModuleState;
  currencies: DepositCurrency[];
  reason: string | null;
};

export async function findApplication(
  db: Db,
  { merchantId, module }: ModuleKey,
): Promise<ModuleApplication | undefined> {
  const { rows } = await sql<ModuleApplication>`
    select id, state, currencies, reason from module_application
    where merchant_id = ${merchantId} and module = ${module}`.execute(db);
  return rows[0];
}

export const countWaiting = (db: Db): Promise<number> =>
  countUpTo(db, sql`select from module_application where state = 'applied'`);

/** The row is there from the first wish on, so that a move always has a state to leave. */
export async function ensureApplication(
  tx: Tx,
  { merchantId, module }: ModuleKey,
  { id, currencies, at }: { id: string; currencies: readonly DepositCurrency[]; at: Date },
): Promise<ModuleApplication> {
  await sql`
    insert into module_application (merchant_id, module, id, state, currencies, applied_at)
    values (${merchantId}, ${module}, ${id}, ${moduleLifecycle.initial}, ${currencies}, ${at})
    on conflict (merchant_id, module) do nothing`.execute(tx);
  return (await findApplication(tx, { merchantId, module }))!;
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
