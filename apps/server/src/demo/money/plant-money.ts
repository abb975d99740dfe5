import { plantConversions } from "../../modules/exchange/index.ts";
import { mayPlantHistory, plantHistory, type PastPosting } from "../../modules/ledger/index.ts";
import { plantOrders, quotaHistory } from "../../modules/orders/index.ts";
import type { Database } from "../../platform/db.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Lifecycles } from "../../platform/lifecycle-engine.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { SANDBOX_BANK, type SandboxStatements } from "../../rails/bank-statements/index.ts";
import { enterAccounts, enterIncomes, plantUnclaimed } from "../collections/plant-collections.ts";
import { pastOrders } from "../orders/past-orders.ts";
import { enterPastPayouts } from "../payouts/plant-payouts.ts";
import { plantSuppliers } from "../payouts/suppliers.ts";
import { moneyHistory } from "./history.ts";
import { MONEY_PLANS } from "./plans.ts";

type Deps = {
  database: Pick<Database, "transaction">;
  jobs: Jobs;
  lifecycles: Lifecycles;
  secrets: Secrets;
  statements: SandboxStatements;
  now: Date;
  /** What else happened to a merchant, by its own use cases: their postings, oldest first. */
  tell(merchantId: string): Promise<readonly PastPosting[]>;
};

/** A year of money for the demo merchants, in our books and in the bank's. A merchant with books keeps them. */
export async function plantMoney(deps: Deps): Promise<void> {
  const { database, jobs, lifecycles, secrets, statements, now } = deps;
  const told = await tellStories(deps);
  await database.transaction(async (tx) => {
    let isPlanted = false;
    for (const plan of MONEY_PLANS) {
      if (!(await mayPlantHistory(tx, plan.merchantId))) continue;
      const { postings, lines, incomes, payouts, conversions } = moneyHistory(plan, now);
      const all = [...postings, ...(told.get(plan.merchantId) ?? [])];
      await plantHistory(
        tx,
        all.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      );
      await statements.book(tx, SANDBOX_BANK, ...lines);
      const planted = await enterIncomes({ lifecycles }, tx, plan, incomes, now);
      await plantSuppliers({ secrets, lifecycles, now }, tx, plan.merchantId);
      await enterPastPayouts({ secrets, lifecycles, statements, now }, tx, plan, payouts);
      await plantConversions({ lifecycles }, tx, conversions);
      const orders = pastOrders(plan, { incomes: planted, payouts, conversions }, now);
      await plantHistory(tx, quotaHistory(orders));
      await plantOrders({ lifecycles }, tx, orders);
      isPlanted = true;
    }
    if (isPlanted) await plantUnclaimed(tx, statements, now);
    // The days are over: they are sealed as soon as a worker is free, not only after midnight.
    if (isPlanted) await jobs.send(tx, "ledger.seal-days", {});
    // Charts have a year behind them from the first moment on.
    if (isPlanted) await jobs.send(tx, "exchange.keep-rates", { fromTheStart: true });
  });
}

/** The receiving accounts stand first: stories move money from them. */
async function tellStories({ database, lifecycles, tell }: Deps): Promise<Map<string, readonly PastPosting[]>> {
  const fresh = await database.transaction(async (tx) => {
    const plans = [];
    for (const plan of MONEY_PLANS) if (await mayPlantHistory(tx, plan.merchantId)) plans.push(plan);
    for (const plan of plans) await enterAccounts({ lifecycles }, tx, plan);
    return plans;
  });
  const told = new Map<string, readonly PastPosting[]>();
  for (const { merchantId } of fresh) told.set(merchantId, await tell(merchantId));
  return told;
}
