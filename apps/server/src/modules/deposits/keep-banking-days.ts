import { interestUntil, keptMaturity, placementLifecycle, toShanghaiDay } from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { DepositsDeps } from "./deps.ts";
import { listMaturingOn, listMaturities, lockPlacement, setMaturity, type PlacementKey } from "./placements-store.ts";

/**
 * Every hour: a maturity that was provisional and turned out to be a holiday moves to the next banking day, and earns until
 * then. What matures today or was due before is left to its day.
 */
export async function keepBankingDays(deps: DepositsDeps): Promise<void> {
  const { db } = deps.database;
  for (const { currency, maturesOn } of await listMaturities(db, toShanghaiDay(deps.clock.now()))) {
    if (keptMaturity(currency, maturesOn, deps.isBankingDay) === maturesOn) continue;
    for (const key of await listMaturingOn(db, currency, maturesOn)) {
      await moveMaturity(deps, key, maturesOn).catch((error: unknown) => {
        deps.log.error({ err: error, placementId: key.id }, "maturity was not moved");
      });
    }
  }
}

/** Once, under however many servers. */
const moveMaturity = (deps: DepositsDeps, key: PlacementKey, from: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const placement = (await lockPlacement(tx, key))!;
    const isOpen = placement.state === "pending" || placement.state === "held";
    if (!isOpen || placement.maturesOn !== from) return;
    const to = keptMaturity(placement.principal.currency, from, deps.isBankingDay);
    await setMaturity(tx, key, { maturesOn: to, interest: interestUntil(placement, to) });
    const at = deps.clock.now();
    const note = `${from} 改为 ${to}，利息计到当日`;
    await deps.lifecycles.record(tx, placementLifecycle, key, { by: SYSTEM, action: "redate", at, note });
  });
