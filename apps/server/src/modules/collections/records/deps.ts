import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Lists } from "../../../platform/list-query.ts";
import type { Activity } from "../../activity/index.ts";
import type { Ledger } from "../../ledger/index.ts";

export type RecordsDeps = {
  database: Pick<Database, "db" | "readList">;
  lists: Lists;
  ids: Ids;
  clock: Clock;
  ledger: Pick<Ledger, "statement" | "turnover" | "handlers">;
  activity: Pick<Activity, "turnover">;
};
