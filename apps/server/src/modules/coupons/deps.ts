import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type CouponsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  audit: Audit;
  jobs: Jobs;
  lifecycles: Lifecycles;
  random: Random;
  audience: Identity["audience"];
  certification: Pick<CertificationModule, "mayMoveMoney">;
  sendMessage: SendMessage;
};

/** The same as the house offers it. */
export type CouponsHouse = Omit<CouponsDeps, "audience" | "sendMessage"> & {
  identity: Pick<Identity, "audience">;
  messages: Pick<Messages, "send">;
};
