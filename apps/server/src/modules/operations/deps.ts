import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Live } from "../../platform/live.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Sessions } from "../../platform/sessions.ts";
import type { Flags } from "./flags.ts";
import type { MerchantDirectory } from "./merchant-directory.ts";

export type OperationsDeps = {
  database: Pick<Database, "db" | "lists" | "transaction">;
  sessions: Sessions;
  passwords: Passwords;
  secrets: Secrets;
  audit: Audit;
  live: Live;
  ids: Ids;
  random: Random;
  /** Real time, also where a sandbox clock runs ahead: authenticator apps show nothing else. */
  wallClock: Clock;
  flags: Flags;
  merchants: MerchantDirectory;
  sandbox: boolean;
};
