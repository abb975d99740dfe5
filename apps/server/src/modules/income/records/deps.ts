import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Lists } from "../../../platform/list-query.ts";

export type RecordsDeps = {
  database: Pick<Database, "db" | "readList">;
  lists: Lists;
  ids: Ids;
  clock: Clock;
};
