import type { Audit } from "../../platform/audit.ts";
import type { Together } from "../../platform/capability.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Random } from "../../platform/random.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { Accounts } from "../accounts/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Income } from "../income/index.ts";
import type { Identity } from "../identity/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Messages } from "../messages/index.ts";
import type { Quota } from "../orders/index.ts";
import type { Payouts } from "../payouts/index.ts";

export type WalletsDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  random: Random;
  lists: Lists;
  audit: Audit;
  lifecycles: Lifecycles;
  together: Together;
  rails: { fxRates: Pick<FxRates, "reference" | "board"> };
  ledger: Pick<
    Ledger,
    "balance" | "balances" | "entriesSince" | "openHolds" | "houseTotals" | "postIn" | "payoutsStopped"
  >;
  identity: Pick<Identity, "codes">;
  accounts: Pick<Accounts, "list" | "of" | "lock">;
  income: Pick<Income, "inTransit">;
  messages: Pick<Messages, "send">;
  payouts: Pick<Payouts, "apply" | "countOutflow" | "requireRoom">;
  orders: { quota: Pick<Quota, "handOver"> };
  certification: Pick<CertificationModule, "certifiedAs" | "holderOf" | "mayMoveMoney">;
};
