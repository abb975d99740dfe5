import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Log } from "../../platform/log.ts";
import type { Activity } from "../activity/index.ts";
import type { Beneficiaries } from "../beneficiaries/index.ts";
import type { Campaigns } from "../campaigns/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Coupons } from "../coupons/index.ts";
import type { Identity } from "../identity/index.ts";

export type InvitationsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  log: Log;
  audit: Audit;
  lifecycles: Lifecycles;
  publicUrl: string;
  activity: Pick<Activity, "turnover">;
  beneficiaries: Pick<Beneficiaries, "list">;
  campaigns: Pick<Campaigns, "reward" | "poster">;
  certification: Pick<CertificationModule, "certifiedAs" | "mayMoveMoney" | "briefsOf" | "shareDocument">;
  coupons: Pick<Coupons, "issueByClaim" | "offered">;
  audience: Identity["audience"];
};

/** The same as the house offers it. */
export type InvitationsHouse = Omit<InvitationsDeps, "audience"> & { identity: Pick<Identity, "audience"> };
