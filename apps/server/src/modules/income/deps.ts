import type { CertificationKind } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Live } from "../../platform/live.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { ReceivingBank } from "../../rails/receiving-bank/index.ts";
import type { Screening } from "../../rails/screening/index.ts";
import type { Together } from "../../platform/capability.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Outflow } from "../outflow/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type IncomeDeps = {
  database: Pick<Database, "db" | "hot" | "transaction" | "readList">;
  clock: Clock;
  ids: Ids;
  files: Files;
  lists: Lists;
  lifecycles: Lifecycles;
  live: Live;
  log: Log;
  audit: Audit;
  outbox: Outbox;
  secrets: Secrets;
  ledger: Pick<Ledger, "postIn" | "prices" | "balance" | "balances" | "openHolds" | "corrections">;
  bank: ReceivingBank;
  outflow: Pick<Outflow, "look">;
  together: Pick<Together, "moneyOn">;
  screening: Screening;
  sendMessage: SendMessage;
  /** As what a merchant may move money now; null where it may not. */
  certifiedAs(merchantId: string): Promise<CertificationKind | null>;
  /** The same for many; those that may not are missing. */
  certifiedKinds(merchantIds: readonly string[]): Promise<ReadonlyMap<string, CertificationKind>>;
  /** The name the merchant is certified under. */
  legalNameOf(merchantId: string): Promise<string | null>;
};

/** The same as the house offers it. */
type FromHouse = "bank" | "screening" | "sendMessage" | "certifiedAs" | "certifiedKinds" | "legalNameOf";
export type IncomeHouse = Omit<IncomeDeps, FromHouse> & {
  rails: { receivingBank: ReceivingBank; screening: Screening };
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "certifiedAs" | "certifiedKinds" | "briefOf">;
};
