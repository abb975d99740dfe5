import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Idempotency } from "../../platform/idempotency.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { BankStatements } from "../../rails/bank-statements/index.ts";
import type { Notifications } from "../../rails/notifications/index.ts";
import type { PayoutBanks } from "../../rails/payout-bank/index.ts";
import type { Approvals } from "../approvals/index.ts";
import type { Beneficiaries } from "../beneficiaries/index.ts";
import type { ReceivingAccounts } from "../accounts/index.ts";
import type { Coupons } from "../coupons/index.ts";
import type { Identity } from "../identity/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Outflow } from "../outflow/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";
import type { Quota } from "../orders/index.ts";

export type PayoutsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  /** Proofs of identity keep real time. */
  wallClock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  lifecycles: Lifecycles;
  audit: Audit;
  approvals: Approvals;
  files: Files;
  outbox: Outbox;
  idempotency: Pick<Idempotency, "knownOf" | "record">;
  secrets: Secrets;
  ledger: Pick<Ledger, "prices" | "balance" | "balances" | "postIn" | "postEachIn" | "payoutsStopped">;
  statements: BankStatements;
  banks: PayoutBanks;
  codes: Identity["codes"];
  coupons: Pick<Coupons, "offers" | "hold" | "reserve" | "settleMany" | "giveBack">;
  receivingAccounts: Pick<ReceivingAccounts, "list" | "of" | "lock" | "lockMany" | "reopenFor">;
  beneficiaries: Pick<
    Beneficiaries,
    | "of"
    | "many"
    | "list"
    | "brief"
    | "defaultOf"
    | "keep"
    | "keepMany"
    | "holdDoubted"
    | "numberOf"
    | "related"
    | "requireTradePapers"
  >;
  outflow: Pick<Outflow, "lookAtAll">;
  /** Null: no certification that lets money move. */
  certifiedAs: CertificationModule["holderOf"];
  holdersOf: CertificationModule["holdersOf"];
  sendMessage: SendMessage;
  notifications: Notifications;
  /** Where the portal is reached from outside. */
  publicUrl: string;
  quota: Pick<Quota, "missingFor" | "reserveMany" | "consumeMany" | "release">;
};

/** The same as the house offers it. */
export type PayoutsHouse = Omit<
  PayoutsDeps,
  | "banks"
  | "statements"
  | "codes"
  | "receivingAccounts"
  | "certifiedAs"
  | "holdersOf"
  | "sendMessage"
  | "notifications"
  | "quota"
> & {
  rails: { payoutBanks: PayoutBanks; statements: BankStatements; notifications: Notifications };
  identity: Pick<Identity, "codes">;
  accounts: PayoutsDeps["receivingAccounts"];
  messages: Pick<Messages, "send">;
  orders: { quota: PayoutsDeps["quota"] };
  certification: Pick<CertificationModule, "holderOf" | "holdersOf">;
};
