import type { Audit } from "../../platform/audit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Log } from "../../platform/log.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";
import type { Approvals } from "../approvals/index.ts";
import type { CertificationModule } from "../certification/index.ts";
import type { Coupons } from "../coupons/index.ts";
import type { Ledger } from "../ledger/index.ts";
import type { Quota } from "../orders/index.ts";

export type ExchangeDeps = {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  ids: Ids;
  log: Log;
  lists: Lists;
  audit: Audit;
  lifecycles: Lifecycles;
  approvals: Approvals;
  coupons: Pick<Coupons, "offers" | "hold" | "reserve" | "settle">;
  fxRates: FxRates;
  ledger: Pick<
    Ledger,
    "prices" | "balance" | "balances" | "postIn" | "payoutsStopped" | "entriesSince" | "corrected" | "houseTotals"
  >;
  /** Whether the merchant's certification still lets money move; asked again each time a standing order acts. */
  mayMoveMoney(merchantId: string): Promise<boolean>;
  quota: Pick<Quota, "missingFor" | "reserve" | "consume" | "release" | "carryOver">;
};

/** The same as the house offers it. */
export type ExchangeHouse = Omit<ExchangeDeps, "fxRates" | "mayMoveMoney" | "quota"> & {
  rails: Pick<ExchangeDeps, "fxRates">;
  certification: Pick<CertificationModule, "mayMoveMoney">;
  orders: { quota: ExchangeDeps["quota"] };
};
