import type { CertificationKind } from "@coralhub/domain";
import type { Audit } from "../../platform/audit.ts";
import type { Together } from "../../platform/capability.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { ReceivingBank } from "../../rails/receiving-bank/index.ts";
import type { Activity } from "../activity/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Income } from "../income/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages, SendMessage } from "../messages/index.ts";

export type AccountsDeps = {
  database: Pick<Database, "db" | "hot" | "transaction">;
  clock: Clock;
  ids: Ids;
  lists: Lists;
  audit: Audit;
  outbox: Outbox;
  lifecycles: Lifecycles;
  ledger: Pick<
    Ledger,
    "postIn" | "prices" | "balance" | "balances" | "statement" | "turnover" | "handlers" | "openHolds"
  >;
  activity: Pick<Activity, "accountTurnover">;
  /** What came and comes in on the accounts. */
  income: Pick<Income, "take" | "recheck" | "inTransitByAccount" | "lastByAccount" | "creditedOn" | "countOpen">;
  /** What others know to lie on, come to or come back to an account. */
  together: Pick<Together, "moneyOn">;
  bank: ReceivingBank;
  sendMessage: SendMessage;
  /** As what a merchant may move money now; null where it may not. */
  certifiedAs(merchantId: string): Promise<CertificationKind | null>;
  /** The name the merchant is certified under. */
  legalNameOf(merchantId: string): Promise<string | null>;
};

/** The same as the house offers it. */
export type AccountsHouse = Omit<AccountsDeps, "bank" | "sendMessage" | "certifiedAs" | "legalNameOf"> & {
  rails: { receivingBank: ReceivingBank };
  messages: Pick<Messages, "send">;
  certification: Pick<CertificationModule, "certifiedAs" | "briefOf">;
};
