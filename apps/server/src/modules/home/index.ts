import { homeEndpoints, noticeEndpoints, type MerchantStanding } from "@coralhub/contract";
import { moneyOf, toShanghaiDay, type Currency } from "@coralhub/domain";
import { listStores } from "../accounts/index.ts";
import type { Capability } from "../../platform/capability.ts";
import { calendarMonth, comingFestivals } from "./calendar.ts";
import type { Balance, HomeDeps } from "./deps.ts";
import { findOwn } from "./find-own.ts";
import { glanceOf } from "./glance.ts";
import { firstSteps } from "./first-steps.ts";
import { noticeDesk, previewNotice, tellNotices, withdrawNotice, writeNotice } from "./notices.ts";
import { listNotices } from "./notices-store.ts";
import { incomeTrend } from "./trend.ts";

export { plantNotices } from "./notices-store.ts";

const SHOWN_ACTIVITY = 5;
/** Most merchants' money is in these; the others follow. */
const FIRST_CURRENCIES: readonly Currency[] = ["USD", "EUR", "GBP", "JPY", "HKD", "CNY"];

/** Currencies with money in them, the usual ones first; all of them while there is none anywhere. */
function shownBalances(balances: readonly Balance[]): Balance[] {
  const rank = ({ available: { currency } }: Balance) =>
    FIRST_CURRENCIES.includes(currency) ? FIRST_CURRENCIES.indexOf(currency) : FIRST_CURRENCIES.length;
  const sorted = balances.toSorted((a, b) => rank(a) - rank(b));
  const filled = sorted.filter(
    ({ available, inTransit, processing, held }) =>
      available.minor + inTransit.minor + processing.minor + held.minor > 0n,
  );
  return filled.length > 0 ? filled : sorted;
}

/** Every currency the merchant has ever had money in, by the books and by what is on its way. */
async function balancesOf({ ledger, income }: HomeDeps, merchantId: string): Promise<Balance[]> {
  const [own, coming] = await Promise.all([ledger.overview(merchantId), income.inTransit(merchantId)]);
  const none = (currency: Currency) => moneyOf(currency, 0n);
  const comingIn = (currency: Currency) => coming.find((sum) => sum.currency === currency) ?? none(currency);
  const fresh = coming.filter(({ currency }) => !own.some(({ available }) => available.currency === currency));
  return [
    ...own.map((money) => ({ ...money, inTransit: comingIn(money.available.currency) })),
    ...fresh.map((sum) => {
      const nothing = none(sum.currency);
      return { available: nothing, processing: nothing, held: nothing, inTransit: sum };
    }),
  ];
}

const ENDPOINTS = { ...homeEndpoints, ...noticeEndpoints };

export type Home = Capability<typeof ENDPOINTS> & {
  /** Where a merchant's money stands, for whoever helps them. */
  standing(merchantId: string): Promise<MerchantStanding>;
};
const SHOWN_TO_OPERATORS = 10;

export function createHome(deps: HomeDeps): Home {
  const today = () => toShanghaiDay(deps.clock.now());
  const todosOf = async (merchantId: string) => {
    const all = await deps.together.todos(merchantId);
    // What is due first stands first; what has no date comes last.
    return all.sort((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity));
  };
  return {
    endpoints: ENDPOINTS,
    handlers: {
      findOwn: ({ merchantId }, { text }) => findOwn(deps, merchantId, text),
      services: ({ merchantId }) => deps.together.services(merchantId),
      async home({ merchantId }) {
        const [displayName, certification, all, equivalent, todos, trend, activity, hasStore] = await Promise.all([
          deps.identity.displayName(merchantId),
          deps.certification.statusOf(merchantId),
          balancesOf(deps, merchantId),
          deps.ledger.equivalent(merchantId, { currency: "CNY", extent: "available" }),
          todosOf(merchantId),
          incomeTrend(deps, merchantId),
          deps.activity.feed(merchantId, SHOWN_ACTIVITY),
          deps.stores.hasAny(merchantId),
        ]);
        // The guide leads to the first money; whoever has had some knows the way.
        const steps = all.length > 0 ? null : firstSteps(certification, hasStore);
        const balances = shownBalances(all);
        return { displayName, certification, firstSteps: steps, balances, equivalent, todos, trend, activity };
      },
      async notices({ merchantId }, { limit }) {
        const certified = await deps.certification.mayMoveMoney(merchantId);
        return listNotices(deps.database.db, { merchantId, certified }, deps.clock.now(), limit);
      },
      glance: ({ merchantId }, { currency }) => glanceOf(deps, merchantId, currency),
      noticeDesk: () => noticeDesk(deps),
      previewNotice: (_ctx, input) => previewNotice(deps, input),
      writeNotice: (ctx, input) => writeNotice(deps, ctx, input),
      withdrawNotice: (ctx, { id }) => withdrawNotice(deps, ctx, id),
      async calendarMonth({ merchantId }, { a, b }) {
        const [todos, days] = await Promise.all([todosOf(merchantId), deps.together.days(merchantId)]);
        return calendarMonth(a, b, today(), { todos, days });
      },
      festivals: async () => comingFestivals(today()),
    },
    async standing(merchantId) {
      const [balances, stores, payments, holds] = await Promise.all([
        balancesOf(deps, merchantId),
        listStores(deps.database.db, merchantId),
        deps.activity.recent(merchantId, { held: false, limit: SHOWN_TO_OPERATORS }),
        deps.activity.recent(merchantId, { held: true, limit: SHOWN_TO_OPERATORS }),
      ]);
      return { balances, stores: stores.map(({ id, name, platform }) => ({ id, name, platform })), payments, holds };
    },
    jobs: { "home.publish-notices": { cron: "* * * * *", run: () => tellNotices(deps) } },
  };
}
