import type { Audit } from "../../platform/audit.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";

export type ServicesDeps = {
  database: Pick<Database, "db">;
  lists: Lists;
  lifecycles: Lifecycles;
  ids: Ids;
  audit: Audit;
};
