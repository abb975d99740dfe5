import type { MerchantStanding } from "@coralhub/contract";
import type { Together } from "../../platform/capability.ts";
import type { Audit } from "../../platform/audit.ts";
import type { AuditAnchors } from "../../platform/audit-anchor.ts";
import type { Config } from "../../platform/config.ts";
import type { Log } from "../../platform/log.ts";
import type { RaiseAlarm } from "../identity/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Live } from "../../platform/live.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Random } from "../../platform/random.ts";
import type { RateLimits } from "../../platform/rate-limits.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Sessions } from "../../platform/sessions.ts";
import type { Notifications } from "../../rails/notifications/index.ts";
import type { FlagService } from "./flags.ts";
import type { MerchantDirectory } from "./merchant-directory.ts";

export type OperationsDeps = {
  database: Pick<Database, "db" | "transaction">;
  lists: Lists;
  lifecycles: Lifecycles;
  outbox: Pick<Outbox, "troubled" | "tryAgain" | "enqueue">;
  rails: { notifications: Notifications };
  sessions: Sessions;
  passwords: Passwords;
  secrets: Secrets;
  audit: Audit;
  live: Live;
  rateLimits: RateLimits;
  ids: Ids;
  random: Random;
  /** Business time: how long an account rests after it was appointed, reset or changed. */
  clock: Clock;
  /** Real time, also where a sandbox clock runs ahead: authenticator apps show nothing else. */
  wallClock: Clock;
  flags: FlagService;
  identity: { merchants: MerchantDirectory; raiseAlarm: RaiseAlarm };
  auditAnchors: AuditAnchors;
  config: Pick<Config, "auditAnchorEmail">;
  log: Log;
  home: { standing(merchantId: string): Promise<MerchantStanding> };
  sandbox: boolean;
  /** What waits at each desk, asked where the desk is. */
  together: Pick<Together, "waiting" | "search">;
};
