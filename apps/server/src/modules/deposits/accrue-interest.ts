import { accrualOf, addDays, interestUntil, toShanghaiDay } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { DepositsDeps } from "./deps.ts";
import { accruedPosting } from "./deposits-postings.ts";
import {
  insertAccruals,
  listToAccrue,
  lockPlacement,
  type AccrualDay,
  type Placement,
  type PlacementKey,
} from "./placements-store.ts";

const AT_ONCE = 200;

/** Every hour: whatever is behind with its days is brought up to this morning, however long nobody looked. */
export async function accrueInterest(deps: DepositsDeps): Promise<void> {
  const today = toShanghaiDay(deps.clock.now());
  for (;;) {
    const behind = await listToAccrue(deps.database.db, today, AT_ONCE);
    let moved = 0;
    for (const key of behind) moved += (await accrueOne(deps, key, today)) ? 1 : 0;
    if (behind.length < AT_ONCE || moved === 0) return;
  }
}

async function accrueOne(deps: DepositsDeps, key: PlacementKey, today: string): Promise<boolean> {
  try {
    await deps.database.transaction(async (tx) => {
      const placement = (await lockPlacement(tx, key))!;
      if (placement.state === "held") await accrueUntil(deps, tx, placement, today);
    });
    return true;
  } catch (error) {
    // One in trouble holds up no other; it is tried again the next hour.
    deps.log.error({ err: error, placementId: key.id }, "interest was not accrued");
    return false;
  }
}

/** Books every day up to and including this one, each the rounded interest to date less what is booked. */
export async function accrueUntil(deps: DepositsDeps, tx: Tx, placement: Placement, until: string): Promise<Placement> {
  const last = until < placement.maturesOn ? until : placement.maturesOn;
  const days: AccrualDay[] = [];
  let { accrued } = placement;
  for (let day = addDays(placement.accruedThrough, 1); day <= last; day = addDays(day, 1)) {
    const total = interestUntil(placement, day);
    days.push({ day, amount: accrualOf(total, accrued), total });
    accrued = total;
  }
  if (days.length === 0) return placement;
  await insertAccruals(tx, placement, days);
  const postings = days
    .filter(({ amount }) => amount.minor > 0n)
    .map(({ day, amount }) => accruedPosting(placement, day, amount));
  if (postings.length > 0) await deps.ledger.postIn(tx, postings);
  return { ...placement, accrued, accruedThrough: last };
}
