import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { RateLimits } from "../../platform/rate-limits.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Logistics } from "../../rails/logistics/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";
import type { StoreOrders } from "../stores/index.ts";

export type OrdersDeps = {
  database: Pick<Database, "db" | "hot" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  audit: Audit;
  files: Files;
  jobs: Jobs;
  secrets: Pick<Secrets, "blindIndex">;
  lifecycles: Lifecycles;
  rateLimits: Pick<RateLimits, "take">;
  ledger: Pick<Ledger, "balances" | "postIn" | "quotaDebtors">;
  logistics: Logistics;
  stores: StoreOrders;
  nameOf(merchantId: string): Promise<string>;
  sendMessage: SendMessage;
};
/** The same as the house offers it. */
export type OrdersHouse = Omit<OrdersDeps, "logistics" | "nameOf" | "sendMessage" | "stores"> & {
  rails: { logistics: Logistics };
  stores: { connections: StoreOrders };
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "briefOf">;
};
