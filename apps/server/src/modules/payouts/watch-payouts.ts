import { toShanghaiDay } from "@coralhub/domain";
import { lapsePayout } from "./cancel-payout.ts";
import { executeScheduled } from "./confirm-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { listLapsed, listToAsk, type PayoutKey } from "./payouts-store.ts";
import { askBank } from "./send-payout.ts";

const MOST_AT_ONCE = 200;

/** Every minute: silent payments are asked about again, forgotten ones given up, due ones executed. One in trouble holds up no other. */
export async function watchPayouts(deps: PayoutsDeps): Promise<void> {
  const now = deps.clock.now();
  const { db } = deps.database;
  const each = async (keys: readonly PayoutKey[], what: (key: PayoutKey) => Promise<unknown>) => {
    for (const key of keys) {
      await what(key).catch((error: unknown) =>
        deps.log.warn({ err: error, payoutId: key.id }, "payout watched in vain"),
      );
    }
  };
  await each(await listToAsk(db, now, MOST_AT_ONCE), (key) => askBank(deps, key));
  await each(await listLapsed(db, now, MOST_AT_ONCE), (key) => lapsePayout(deps, key));
  await executeScheduled(deps, toShanghaiDay(now));
}
