import { homeEndpoints } from "@coralhub/contract";
import { toShanghaiDay } from "@coralhub/domain";
import type { Module } from "../../platform/module.ts";
import { calendarMonth, comingFestivals } from "./calendar.ts";
import type { HomeDeps, Todo } from "./deps.ts";
import { firstSteps } from "./first-steps.ts";
import { listNotices } from "./notices-store.ts";

export { plantNotices } from "./notices-store.ts";
export type { Activity, Balance, HomeDeps, Todo, Trend } from "./deps.ts";

const SHOWN_ACTIVITY = 5;

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
        const [displayName, certification, balances, equivalent, todos, trend, activity, stores, hasIncome] =
          await Promise.all([
            deps.displayName(merchantId),
            deps.certificationStatus(merchantId),
            deps.balancesOf(merchantId),
            deps.equivalentOf(merchantId),
            todosOf(merchantId),
            deps.trendOf(merchantId),
            activityOf(merchantId),
            deps.storeCount(merchantId),
            deps.hasIncome(merchantId),
          ]);
        const steps = hasIncome ? null : firstSteps(certification, stores);
        return { displayName, certification, firstSteps: steps, balances, equivalent, todos, trend, activity };
      },
      notices: (_ctx, { limit }) => listNotices(deps.database.db, deps.clock.now(), limit),
      calendarMonth: async ({ merchantId }, { a, b }) => calendarMonth(a, b, today(), await todosOf(merchantId)),
      festivals: async () => comingFestivals(today()),
    },
  };
}
