import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { GuardedFetch } from "../../platform/guarded-fetch.ts";
import type { Ids } from "../../platform/ids.ts";
import type { LifecycleEngine } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Live } from "../../platform/live.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { SandboxReceivingBank } from "../../rails/receiving-bank/index.ts";
import type { ReceivingAccounts } from "../accounts/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Orders } from "../orders/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type DeveloperDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  /** Signatures, keys and deliveries keep real time: their other end does, too. */
  wallClock: Clock;
  ids: Ids;
  random: Random;
  secrets: Secrets;
  lists: Lists;
  audit: Audit;
  live: Live;
  log: Log;
  sandbox: boolean;
  workers: boolean;
  /** To merchants' own addresses, and whether one may be used at all. */
  fetchOutside: GuardedFetch;
  checkAddress(url: string): Promise<void>;
  certification: Pick<CertificationModule, "mayMoveMoney" | "briefOf" | "openUserIdOf">;
  sendMessage: SendMessage;
  accounts: Pick<ReceivingAccounts, "list">;
  orders: Pick<Orders, "market">;
  /** The outside world, where it is played. */
  simulators: { receivingBank: SandboxReceivingBank } | undefined;
  /** This process looks at the app again, without waiting for the notice all of them get. */
  forgetApp(appId: string): void;
};
export type DeveloperHouse = Omit<
  DeveloperDeps,
  "forgetApp" | "fetchOutside" | "checkAddress" | "sendMessage" | "workers"
> & {
  messages: Pick<Messages, "send">;
  lifecycles: Pick<LifecycleEngine, "toldBy">;
  config: { workers: boolean; publicUrl: string };
};
