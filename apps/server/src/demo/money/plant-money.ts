import { plantConversions } from "../../modules/exchange/index.ts";
import { mayPlantHistory, plantHistory } from "../../modules/ledger/index.ts";
import type { Database } from "../../platform/db.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { SANDBOX_BANK, type SandboxStatements } from "../../rails/bank-statements/index.ts";
import { plantAccounts, plantPastIncomes, plantUnclaimed } from "../collections/plant-collections.ts";
import { plantPastPayouts } from "../payouts/plant-payouts.ts";
import { moneyHistory } from "./history.ts";
import { MONEY_PLANS } from "./plans.ts";

type Deps = {
  database: Pick<Database, "transaction">;
  jobs: Jobs;
  lifecycles: Lifecycles;
  secrets: Secrets;
  statements: SandboxStatements;
  now: Date;
};

/** A year of money for the demo merchants, in our books and in the bank's. A merchant with books keeps them. */
export async function plantMoney({ database, jobs, lifecycles, secrets, statements, now }: Deps): Promise<void> {
  await database.transaction(async (tx) => {
    let planted = false;
    for (const plan of MONEY_PLANS) {
      if (!(await mayPlantHistory(tx, plan.merchantId))) continue;
      const { postings, lines, incomes, payouts, conversions } = moneyHistory(plan, now);
      await plantHistory(tx, postings);
      await statements.book(tx, SANDBOX_BANK, ...lines);
      await plantAccounts(tx, plan);
      await plantPastIncomes(tx, plan, incomes, now);
      await plantPastPayouts({ secrets, statements, now }, tx, plan, payouts);
      await plantConversions({ lifecycles }, tx, conversions);
      planted = true;
    }
    if (planted) await plantUnclaimed(tx, statements, now);
    // The days are over: they are sealed as soon as a worker is free, not only after midnight.
    if (planted) await jobs.send(tx, "ledger.seal-days", {});
    // Charts have a year behind them from the first moment on.
    if (planted) await jobs.send(tx, "exchange.keep-rates", { fromTheStart: true });
  });
}
