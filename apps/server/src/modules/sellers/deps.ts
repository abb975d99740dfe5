import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { CertificationModule } from "../certification/index.ts";

export type SellersDeps = {
  database: Pick<Database, "db">;
  ids: Ids;
  lists: Lists;
  secrets: Secrets;
  certification: Pick<CertificationModule, "applications">;
};
