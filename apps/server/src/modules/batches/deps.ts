import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Live } from "../../platform/live.ts";
import type { Log } from "../../platform/log.ts";
import type { ReadSheet } from "../../platform/read-sheet.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Beneficiaries } from "../beneficiaries/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Coupons } from "../coupons/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Payouts } from "../payouts/index.ts";

export type BatchesDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  /** Proofs of identity keep real time. */
  wallClock: Clock;
  ids: Ids;
  log: Log;
  live: Live;
  lists: Lists;
  lifecycles: Lifecycles;
  jobs: Jobs;
  audit: Audit;
  files: Files;
  readSheet: ReadSheet;
  secrets: Secrets;
  ledger: Pick<Ledger, "balance">;
  codes: Identity["codes"];
  beneficiaries: Pick<
    Beneficiaries,
    "known" | "knownByNumber" | "numberIndex" | "bankNames" | "prepare" | "addMany" | "of" | "numberOf" | "related"
  >;
  payouts: Payouts["many"];
  coupons: Pick<Coupons, "usable" | "hold" | "reserveMany" | "handOver" | "giveBack">;
  /** Null: no certification that lets money move. */
  certifiedAs: CertificationModule["holderOf"];
};
/** The same as the house offers it. */
export type BatchesHouse = Omit<BatchesDeps, "codes" | "payouts" | "certifiedAs"> & {
  identity: Pick<Identity, "codes">;
  payouts: Pick<Payouts, "many">;
  certification: Pick<CertificationModule, "holderOf">;
};
