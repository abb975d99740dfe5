import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Income } from "../income/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Orders } from "../orders/index.ts";

export type TaxRefundDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  lists: Lists;
  audit: Audit;
  files: Files;
  lifecycles: Lifecycles;
  ledger: Pick<Ledger, "postIn" | "payoutsStopped">;
  income: Pick<Income, "creditedIn">;
  orders: Pick<Orders, "behind">;
  certification: Pick<CertificationModule, "certifiedAs">;
};
