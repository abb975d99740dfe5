import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { Lender } from "../../rails/lender/index.ts";
import type { Approvals } from "../approvals/index.ts";
import type { Accounts } from "../accounts/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Income } from "../income/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Outflow } from "../outflow/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type LendingDeps = {
  database: Pick<Database, "db" | "hot" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  audit: Audit;
  outbox: Outbox;
  secrets: Secrets;
  files: Files;
  lifecycles: Lifecycles;
  ledger: Pick<Ledger, "balance" | "balances" | "postIn" | "payoutsStopped" | "incomeByDay">;
  lender: Lender;
  outflow: Pick<Outflow, "look">;
  codes: Identity["codes"];
  income: Pick<Income, "creditedIn">;
  accounts: Pick<Accounts, "list" | "lock">;
  quoteRates: Pick<FxRates, "rate">;
  /** Null: no certification that lets money move. Inside a transaction with its own handle. */
  certifiedAs: CertificationModule["holderOf"];
  recipientOf(db: Db, merchantId: string): Promise<{ mobile: string | null }>;
  sendMessage: SendMessage;
  approvals: Approvals;
};
/** What the house brings along. */
export type LendingHouse = Omit<LendingDeps, "lender" | "codes" | "certifiedAs" | "sendMessage"> & {
  rails: { lender: Lender };
  identity: Pick<Identity, "codes">;
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "holderOf">;
};
