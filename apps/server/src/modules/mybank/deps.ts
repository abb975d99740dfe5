import type { CertificationKind } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Mybank } from "../../rails/mybank/index.ts";
import type { Beneficiaries } from "../beneficiaries/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Identity } from "../identity/index.ts";

export type MybankDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lifecycles: Lifecycles;
  audit: Audit;
  outbox: Outbox;
  bank: Mybank;
  codes: Identity["codes"];
  beneficiaries: Pick<
    Beneficiaries,
    "of" | "known" | "numberIndex" | "prepare" | "add" | "list" | "chooseDefault" | "numberOf"
  >;
  certifiedAs(merchantId: string): Promise<{ kind: CertificationKind; name: string | null } | null>;
  peopleOf: CertificationModule["peopleOf"];
};
export type MybankHouse = Omit<MybankDeps, "bank" | "codes" | "certifiedAs" | "peopleOf"> & {
  rails: { mybank: Mybank };
  identity: Pick<Identity, "codes">;
  certification: Pick<CertificationModule, "certifiedAs" | "peopleOf">;
};
