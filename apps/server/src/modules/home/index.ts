import { homeEndpoints } from "@coralhub/contract";
import { toShanghaiDay, type Currency } from "@coralhub/domain";
import type { Module } from "../../platform/module.ts";
import { calendarMonth, comingFestivals } from "./calendar.ts";
import type { Balance, HomeDeps, Todo } from "./deps.ts";
import { firstSteps } from "./first-steps.ts";
import { listNotices } from "./notices-store.ts";
import { incomeTrend } from "./trend.ts";

export { plantNotices } from "./notices-store.ts";
export type { Activity, HomeDeps, MoneyMatter, Todo } from "./deps.ts";

const SHOWN_ACTIVITY = 5;
/** Most merchants' money is in these; the others follow. */
const FIRST_CURRENCIES: readonly Currency[] = ["USD", "EUR", "GBP", "JPY", "HKD", "CNY"];

/** Currencies with money in them, the usual ones first; all of them while there is none anywhere. */
function shownBalances(balances: readonly Balance[]): Balance[] {
  const rank = ({ available: { currency } }: Balance) =>
    FIRST_CURRENCIES.includes(currency) ? FIRST_CURRENCIES.indexOf(currency) : FIRST_CURRENCIES.length;
  const sorted = balances.toSorted((a, b) => rank(a) - rank(b));
  const filled = sorted.filter(({ available, inTransit, held }) => available.minor + inTransit.minor + held.minor > 0n);
  return filled.length > 0 ? filled : sorted;
}

export function createHome(deps: HomeDeps): Module<typeof homeEndpoints> {
  const today = () => toShanghaiDay(deps.clock.now());
  const todosOf = async (merchantId: string): Promise<Todo[]> => {
    const all = (await Promise.all(deps.todos.map((ask) => ask(merchantId)))).flat();
    // What is due first stands first; what has no date comes last.
    return all.sort((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity));
  };
  const activityOf = async (merchantId: string) => {
    const all = (await Promise.all(deps.activity.map((ask) => ask(merchantId, SHOWN_ACTIVITY)))).flat();
    return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, SHOWN_ACTIVITY);
  };
  return {
    endpoints: homeEndpoints,
    handlers: {
      async home({ merchantId }) {
        const [displayName, certification, all, equivalent, todos, trend, activity, stores] = await Promise.all([
          deps.displayName(merchantId),
          deps.certificationStatus(merchantId),
          deps.balancesOf(merchantId),
          deps.equivalentOf(merchantId),
          todosOf(merchantId),
          incomeTrend(deps, merchantId),
          activityOf(merchantId),
          deps.storeCount(merchantId),
        ]);
        // The guide leads to the first money; whoever has had some knows the way.
        const steps = all.length > 0 ? null : firstSteps(certification, stores);
        const balances = shownBalances(all);
        return { displayName, certification, firstSteps: steps, balances, equivalent, todos, trend, activity };
      },
      notices: (_ctx, { limit }) => listNotices(deps.database.db, deps.clock.now(), limit),
      calendarMonth: async ({ merchantId }, { a, b }) => calendarMonth(a, b, today(), await todosOf(merchantId)),
      festivals: async () => comingFestivals(today()),
    },
  };
}
