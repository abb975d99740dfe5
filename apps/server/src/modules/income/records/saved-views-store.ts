import { incomeSelection, SAVED_VIEWS_AT_MOST, type IncomeSelection, type SavedView } from "@coralhub/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** A view saved before a platform left the catalogue still opens, without what no longer exists. */
const readable = (stored: unknown): IncomeSelection => {
  const selection = incomeSelection.safeParse(stored);
  return selection.success ? selection.data : { filters: {} };
};

export async function listViews(db: Db, merchantId: string): Promise<SavedView[]> {
  const { rows } = await sql<Omit<SavedView, "selection"> & { selection: unknown }>`
    select id, name, selection, created_at as "createdAt" from saved_view
    where merchant_id = ${merchantId} order by created_at, id`.execute(db);
  return rows.map((row) => ({ ...row, selection: readable(row.selection) }));
}

export type ViewFacts = { name: string; selection: IncomeSelection };

/** False where the merchant has as many as there may be; who counts in order to add one waits for the others. A name that is taken fails on its key. */
export async function insertView(
  tx: Tx,
  merchantId: string,
  { id, at, name, selection }: ViewFacts & { id: string; at: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views:${merchantId}`}, 0))`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into saved_view (merchant_id, id, name, selection, created_at)
    select ${merchantId}::uuid, ${id}::uuid, ${name}, ${JSON.stringify(selection)}::jsonb, ${at}::timestamptz
    where (select count(*) from saved_view where merchant_id = ${merchantId}) < ${SAVED_VIEWS_AT_MOST}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function updateView(
  tx: Tx,
  merchantId: string,
  { id, name, selection }: ViewFacts & { id: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update saved_view set name = ${name}, selection = ${JSON.stringify(selection)}::jsonb
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteView(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from saved_view where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}
