import { sql } from "kysely";
import type { Db } from "./db.ts";
import type { Sql } from "./list-query.ts";

/** Nobody reads a larger number on a badge. */
const MOST = 100;

/** How many rows there are, given up once there are more than anybody reads; `rows` is a select over an index of its own. */
export async function countUpTo(db: Db, rows: Sql): Promise<number> {
  const { rows: answer } = await sql<{ n: number }>`
    select count(*)::int as n from (${rows} limit ${MOST}) counted`.execute(db);
  return answer[0]!.n;
}
