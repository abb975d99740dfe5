import { sql } from "kysely";
import type { Db } from "./db.ts";

export type JobOverview = { name: string; waiting: number; active: number; failed: number };

/** How each queue stands: what waits for its moment or its turn, what runs, what was given up. Finished jobs are not counted. */
export async function readJobOverview(db: Db): Promise<JobOverview[]> {
  const { rows } = await sql<JobOverview>`
    select q.name,
      count(j.id) filter (where j.state in ('created', 'retry'))::int as waiting,
      count(j.id) filter (where j.state = 'active')::int as active,
      count(j.id) filter (where j.state = 'failed')::int as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
    where q.name not like '\\_\\_%'
    group by q.name order by q.name`.execute(db);
  return rows;
}
