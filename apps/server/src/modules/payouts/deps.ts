import type { CertificationKind, PayoutChannel } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { PayoutBank } from "../../rails/payout-bank/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { ReceivingAccounts } from "../accounts/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type Holder = { kind: CertificationKind; name: string };
export type PayoutsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  audit: Audit;
  outbox: Outbox;
  secrets: Secrets;
  ledger: Pick<Ledger, "prices" | "balance" | "balances" | "postIn" | "payoutsStopped">;
  banks: Record<PayoutChannel, PayoutBank>;
  codes: Identity["codes"];
  receivingAccounts: Pick<ReceivingAccounts, "list" | "of" | "lock">;
  /** Null: no certification that lets money move. */
  certifiedAs(merchantId: string): Promise<Holder | null>;
  sendMessage: SendMessage;
};

/** The same as the house offers it. */
export type PayoutsHouse = Omit<
  PayoutsDeps,
  "banks" | "codes" | "receivingAccounts" | "certifiedAs" | "sendMessage"
> & {
  rails: { payoutBanks: PayoutsDeps["banks"] };
  identity: Pick<Identity, "codes">;
  accounts: PayoutsDeps["receivingAccounts"];
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "certifiedAs">;
};
