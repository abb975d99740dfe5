import { COUNT_CAP } from "@coralhub/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";
import type { ListSource, Sql } from "./list-query.ts";

export async function countRows<R extends z.ZodObject>(db: Db, source: ListSource<R>, where: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${source.counted ?? source.from} where ${where}`.execute(db);
  return rows[0]!.total;
}

/** Rows are added far more often than they leave: what was too many a moment ago still is. */
const REMEMBERED_MS = 30_000;
const REMEMBERED_AT_MOST = 1_000;

export type CappedCount = <R extends z.ZodObject>(
  db: Db,
  source: ListSource<R>,
  parts: readonly Sql[],
  inOrder: Sql,
) => Promise<number>;

/**
 * How many rows there are, up to COUNT_CAP. It follows the list's own order: without one the planner may look for the
 * first rows all over the table, past everything that is other owners'. That there are more is remembered for a moment,
 * so that leafing through a long list does not count it again for every page.
 */
export function createCappedCount(clock: Clock): CappedCount {
  const manySince = new Map<string, number>();
  return async (db, source, parts, inOrder) => {
    const from = source.counted ?? source.from;
    const counts = parts.map(
      (part) =>
        sql`(select count(*)::int from (select 1 from ${from} where ${part} ${inOrder} limit ${COUNT_CAP}) counted)`,
    );
    const query = sql<{ total: number }>`
      select least(${COUNT_CAP}::int, ${sql.join(counts, sql` + `)}) as total`.compile(db);
    const key = JSON.stringify([query.sql, query.parameters]);
    const now = clock.now().getTime();
    if ((manySince.get(key) ?? 0) > now - REMEMBERED_MS) return COUNT_CAP;
    const { rows } = await db.executeQuery<{ total: number }>(query);
    const { total } = rows[0]!;
    manySince.delete(key);
    if (total === COUNT_CAP) manySince.set(key, now);
    if (manySince.size > REMEMBERED_AT_MOST) manySince.delete(manySince.keys().next().value!);
    return total;
  };
}
