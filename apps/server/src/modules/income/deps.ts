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
import type { ReceivingBank } from "../../rails/receiving-bank/index.ts";
import type { Screening } from "../../rails/screening/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type IncomeDeps = {
  database: Pick<Database, "db" | "transaction" | "readList">;
  clock: Clock;
  ids: Ids;
  files: Files;
  lists: Lists;
  lifecycles: Lifecycles;
  live: Live;
  log: Log;
  audit: Audit;
  outbox: Outbox;
  ledger: Pick<Ledger, "postIn" | "prices" | "balance" | "balances" | "openHolds">;
  bank: ReceivingBank;
  screening: Screening;
  sendMessage: SendMessage;
  /** As what a merchant may move money now; null where it may not. */
  certifiedAs(merchantId: string): Promise<CertificationKind | null>;
  /** The name the merchant is certified under. */
  legalNameOf(merchantId: string): Promise<string | null>;
};

/** The same as the house offers it. */
export type IncomeHouse = Omit<IncomeDeps, "bank" | "screening" | "sendMessage" | "certifiedAs" | "legalNameOf"> & {
  rails: { receivingBank: ReceivingBank; screening: Screening };
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "certifiedAs" | "briefOf">;
};
