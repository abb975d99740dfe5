import type { BankingDays } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Files } from "../../platform/files.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Random } from "../../platform/random.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { DepositPartner } from "../../rails/deposit-partner/index.ts";
import type { Notifications } from "../../rails/notifications/index.ts";
import type { Approvals } from "../approvals/index.ts";
import type { Activity } from "../activity/index.ts";
import type { Payouts } from "../payouts/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Outflow } from "../outflow/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type DepositsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  audit: Audit;
  outbox: Outbox;
  random: Random;
  secrets: Secrets;
  lifecycles: Lifecycles;
  ledger: Pick<Ledger, "balance" | "balances" | "postIn" | "payoutsStopped">;
  partner: DepositPartner;
  outflow: Pick<Outflow, "look">;
  codes: Identity["codes"];
  notifications: Pick<Notifications, "send">;
  /** Null: no certification that lets money move. */
  certifiedAs: CertificationModule["holderOf"];
  /** People the certification knows, whom a company may name as its operators. */
  peopleOf(merchantId: string): Promise<readonly { name: string; role: string }[]>;
  sendMessage: SendMessage;
  /** Which days banks work: the known holidays; a test over many years brings its own. */
  isBankingDay: BankingDays;
  files: Files;
  approvals: Approvals;
  activity: Pick<Activity, "turnover">;
  payouts: Pick<Payouts, "scheduledOut">;
};
/** What the house brings along. */
export type DepositsHouse = Omit<
  DepositsDeps,
  "partner" | "codes" | "notifications" | "certifiedAs" | "peopleOf" | "sendMessage"
> & {
  rails: { depositPartner: DepositPartner; notifications: Notifications };
  identity: Pick<Identity, "codes">;
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "holderOf" | "peopleOf">;
};
