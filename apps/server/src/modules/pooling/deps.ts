import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Ledger } from "../ledger/index.ts";

export type PoolingDeps = {
  database: Pick<Database, "db">;
  lists: Lists;
  lifecycles: Lifecycles;
  ids: Ids;
  clock: Clock;
  ledger: Pick<Ledger, "balance" | "balances" | "postIn">;
  /** Pooling belongs to enterprises certified as big customers. */
  certification: Pick<CertificationModule, "isBigCustomer">;
};
