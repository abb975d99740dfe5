import { SAVED_SELECTIONS, SAVED_VIEWS_AT_MOST } from "@coralhub/contract";
import { sql } from "kysely";
import type { output } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";

/** The list a view is of. */
export type ViewList = keyof typeof SAVED_SELECTIONS;
type Selection<L extends ViewList> = output<(typeof SAVED_SELECTIONS)[L]>;
/** A view saved before a platform left the catalogue still opens, without what no longer exists. */
const readable = <L extends ViewList>(list: L, stored: unknown): Selection<L> => {
  const selection = SAVED_SELECTIONS[list].safeParse(stored);
  return (selection.success ? selection.data : { filters: {} }) as Selection<L>;
};

export async function listViews<L extends ViewList>(db: Db, merchantId: string, list: L) {
  const { rows } = await sql<{ id: string; name: string; createdAt: Date; selection: unknown }>`
    select id, name, selection, created_at as "createdAt" from saved_view
    where merchant_id = ${merchantId} and list = ${list} order by created_at, id`.execute(db);
  return rows.map((row) => ({ ...row, selection: readable(list, row.selection) }));
}

export type ViewFacts = { list: ViewList; name: string; selection: object };

/** False where the merchant has as many as there may be; who counts in order to add one waits for the others. A name that is taken fails on its key. */
export async function insertView(
  tx: Tx,
  merchantId: string,
  { id, at, list, name, selection }: ViewFacts & { id: string; at: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views:${merchantId}`}, 0))`.execute(tx);
  const { numAffectedRows } = await sql`
    insert into saved_view (merchant_id, id, list, name, selection, created_at)
    select ${merchantId}::uuid, ${id}::uuid, ${list}, ${name}, ${JSON.stringify(selection)}::jsonb, ${at}::timestamptz
    where (select count(*) from saved_view where merchant_id = ${merchantId} and list = ${list}) < ${SAVED_VIEWS_AT_MOST}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

export async function updateView(
  tx: Tx,
  merchantId: string,
  { id, list, name, selection }: ViewFacts & { id: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update saved_view set name = ${name}, selection = ${JSON.stringify(selection)}::jsonb
    where merchant_id = ${merchantId} and id = ${id} and list = ${list}`.execute(tx);
  return numAffectedRows === 1n;
}

export async function deleteView(tx: Tx, merchantId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from saved_view where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
  return numAffectedRows === 1n;
}
