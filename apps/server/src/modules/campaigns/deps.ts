import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Semaphore } from "../../platform/semaphore.ts";
import type { Approvals } from "../approvals/index.ts";
import type { Activity } from "../activity/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Coupons } from "../coupons/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";
import type { Flags } from "../operations/index.ts";

export type CampaignsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  jobs: Jobs;
  random: Random;
  secrets: Secrets;
  audit: Audit;
  lifecycles: Lifecycles;
  ledger: Pick<Ledger, "postIn" | "payoutsStopped">;
  coupons: Pick<Coupons, "issue" | "plan">;
  activity: Pick<Activity, "turnover">;
  certification: Pick<CertificationModule, "mayMoveMoney" | "briefsOf" | "shareDocument">;
  audience: Identity["audience"];
  flags: Pick<Flags, "isOn">;
  sendMessage: SendMessage;
  promote: Messages["promote"];
  approvals: Approvals;
  publicUrl: string;
  files: Pick<Files, "inspect">;
  /** One draw of a campaign after the other: many who come at once wait here, and not each with a connection in hand. */
  inTurn: Semaphore;
};

/** The same as the house offers it. */
export type CampaignsHouse = Omit<CampaignsDeps, "audience" | "sendMessage" | "promote" | "inTurn"> & {
  identity: Pick<Identity, "audience">;
  messages: Pick<Messages, "send" | "promote">;
};
