import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { ReadSheet } from "../../platform/read-sheet.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Screening } from "../../rails/screening/index.ts";
import type { Identity } from "../identity/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Sellers } from "../sellers/index.ts";
import type { StoresModule } from "../stores/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type BeneficiariesDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  /** Proofs of identity keep real time. */
  wallClock: Clock;
  ids: Ids;
  random: Random;
  log: Log;
  lists: Lists;
  lifecycles: Lifecycles;
  audit: Audit;
  files: Files;
  readSheet: ReadSheet;
  secrets: Secrets;
  screening: Screening;
  codes: Identity["codes"];
  sendMessage: SendMessage;
  /** Null: no certification that lets money move. */
  certifiedAs: CertificationModule["holderOf"];
  displayName(merchantId: string): Promise<string>;
  sellers: Pick<Sellers, "cardOf">;
  stores: Pick<StoresModule, "accountOf">;
};

/** The same as the house offers it. */
export type BeneficiariesHouse = Omit<
  BeneficiariesDeps,
  "screening" | "codes" | "sendMessage" | "certifiedAs" | "displayName"
> & {
  rails: { screening: Screening };
  identity: Pick<Identity, "codes" | "displayName">;
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "holderOf">;
};
