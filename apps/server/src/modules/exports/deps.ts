import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Spool } from "../../platform/spool.ts";

export type ExportsDeps = {
  database: Pick<Database, "db" | "transaction">;
  lists: Lists;
  lifecycles: Lifecycles;
  ids: Ids;
  clock: Clock;
  jobs: Jobs;
  spool: Spool;
  log: Log;
};
