import type { CertificationKind, FlagName } from "@coralhub/domain";
import type { Together } from "../../platform/capability.ts";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Live } from "../../platform/live.ts";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { Random } from "../../platform/random.ts";
import type { RateLimits } from "../../platform/rate-limits.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Sessions } from "../../platform/sessions.ts";
import type { CaptchaRail } from "../../rails/captcha/index.ts";
import type { Notifications } from "../../rails/notifications/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages, SendMessage, TellAddress } from "../messages/index.ts";
import type { DoorAlarms, RaiseAlarm } from "./door-alarms.ts";

export type IdentityDeps = {
  database: Pick<Database, "db" | "hot" | "transaction">;
  sessions: Sessions;
  passwords: Passwords;
  secrets: Secrets;
  rateLimits: RateLimits;
  audit: Audit;
  live: Live;
  lifecycles: Lifecycles;
  log: Log;
  ids: Ids;
  random: Random;
  clock: Clock;
  /** Real time, also where a sandbox clock runs ahead: authenticator apps show nothing else. */
  wallClock: Clock;
  metrics: Metrics;
  notifications: Notifications;
  captcha: CaptchaRail;
  /** For operators: a flood at the door. */
  raiseAlarm: RaiseAlarm;
  sendMessage: SendMessage;
  /** For an address that is no longer (or not yet) the merchant's own in our books. */
  tellAddress: TellAddress;
  flags: {
    isOn(flag: FlagName, merchantId: string): Promise<boolean>;
    allFor(merchantId: string): Promise<Record<FlagName, boolean>>;
  };
  certification: {
    /** Every merchant has a record from the first moment. */
    open(tx: Tx, merchantId: string): Promise<void>;
    /** The certified name and kind, where there are any. */
    briefOf(merchantId: string): Promise<{ name: string | null; kind: CertificationKind | null }>;
    briefsOf(merchantIds: readonly string[]): Promise<ReadonlyMap<string, { name: string | null; status: number }>>;
    findByName(text: string, limit: number): Promise<string[]>;
  };
  messageCountsOf(merchantId: string): Promise<{ total: number; unread: number }>;
  lists: Lists;
  jobs: Jobs;
  /** Why an account may not be closed yet, and what belongs to a person: each capability answers for itself. */
  together: Pick<Together, "closingBlockers" | "endsAccess" | "personalData">;
  ledger: Pick<Ledger, "leftMoney">;
  unreadCount(merchantId: string): Promise<number>;
  /** Where people reach the portal: passkeys are bound to it. */
  publicUrl: string;
};

/** The same as the house offers it. */
export type IdentityHouse = Omit<
  IdentityDeps,
  "notifications" | "captcha" | "raiseAlarm" | "sendMessage" | "tellAddress" | "messageCountsOf" | "unreadCount"
> & {
  rails: { notifications: Notifications; captcha: CaptchaRail };
  doorAlarms: DoorAlarms;
  messages: Pick<Messages, "send" | "tellAddress" | "countsOf" | "unreadCount">;
};
