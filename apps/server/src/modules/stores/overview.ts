import { authorisationLifecycle, stateNames, storeLifecycle, type StoreState } from "@coralhub/domain";
import type { Db } from "../../platform/db.ts";
import { countByStanding, type StandingCount } from "./lists-store.ts";

const sum = (rows: readonly StandingCount[]): number => rows.reduce((total, { count }) => total + count, 0);

/** How a merchant's stores stand; hidden ones are counted apart. */
export async function describeOverview(db: Db, merchantId: string) {
  const all = await countByStanding(db, merchantId);
  const shown = all.filter(({ hidden }) => !hidden);
  const states = stateNames(storeLifecycle).map((state) => [state, sum(shown.filter((row) => row.state === state))]);
  return {
    total: sum(shown),
    hidden: sum(all) - sum(shown),
    needsAction: sum(shown.filter((row) => row.needsAction)),
    states: Object.fromEntries(states) as Record<StoreState, number>,
    authorisations: stateNames(authorisationLifecycle).map((authorisation) => {
      const rows = shown.filter((row) => row.needsAuthorisation && row.authorisation === authorisation);
      const ends = rows.flatMap(({ nextEndsAt }) => nextEndsAt ?? []).map((end) => end.getTime());
      return { authorisation, count: sum(rows), nextEndsAt: ends.length > 0 ? new Date(Math.min(...ends)) : null };
    }),
  };
}
