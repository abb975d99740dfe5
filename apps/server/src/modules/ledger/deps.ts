import type { Audit } from "../../platform/audit.ts";
import type { Together } from "../../platform/capability.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Lists } from "../../platform/list-query.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbox } from "../../platform/outbox.ts";
import type { Precedence } from "../../platform/precedence.ts";
import type { BankStatements } from "../../rails/bank-statements/index.ts";
import type { Approvals } from "../approvals/index.ts";
import type { Prices } from "../prices/index.ts";
import type { FxRates } from "../../rails/fx-rates/index.ts";

export type LedgerDeps = {
  config: Pick<Config, "ledgerLanes">;
  database: Database;
  clock: Clock;
  ids: Ids;
  lists: Lists;
  lifecycles: Lifecycles;
  audit: Audit;
  approvals: Approvals;
  log: Log;
  outbox: Pick<Outbox, "unheardReferences">;
  /** What the books are checked beside. */
  precedence: Pick<Precedence, "giveWay">;
  fxRates: Pick<FxRates, "reference">;
  statements: BankStatements;
};

/** The same as the house offers it. */
export type LedgerHouse = Omit<LedgerDeps, "fxRates" | "statements"> & {
  prices: Prices;
  together: Pick<Together, "opensFor" | "takenBack" | "bookedByHand">;
  rails: Pick<LedgerDeps, "fxRates" | "statements">;
};
