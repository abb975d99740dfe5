import type { Audit } from "../../../platform/audit.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database, Tx } from "../../../platform/db.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Jobs } from "../../../platform/jobs.ts";
import type { Lifecycles } from "../../../platform/lifecycle-engine.ts";
import type { Lists } from "../../../platform/list-query.ts";
import type { Log } from "../../../platform/log.ts";
import type { Outbox } from "../../../platform/outbox.ts";
import type { Random } from "../../../platform/random.ts";
import type { Secrets } from "../../../platform/secrets.ts";
import type { Marketplaces } from "../../../rails/marketplaces/index.ts";
import type { SendMessage } from "../../messages/index.ts";

export type ConnectionsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  /** Leases keep real time: moving the sandbox's clock must not let two servers refresh at once. */
  wallClock: Clock;
  ids: Ids;
  random: Random;
  secrets: Secrets;
  lists: Lists;
  lifecycles: Lifecycles;
  audit: Audit;
  jobs: Jobs;
  outbox: Outbox;
  log: Log;
  sendMessage: SendMessage;
  marketplaces: Marketplaces;
  publicUrl: string;
  /** The receiving account of a store whose platform account is another merchant's rests until that is settled. */
  settleDispute(tx: Tx, account: { merchantId: string; id: string }): Promise<void>;
  /** What kept a store from being approved is over: whoever decides without people looks once more. */
  reviewAgain(tx: Tx, store: { merchantId: string; id: string }): Promise<void>;
};
