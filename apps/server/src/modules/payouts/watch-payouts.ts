import { toShanghaiDay } from "@coralhub/domain";
import { lapsePayout } from "./cancel-payout.ts";
import { executeScheduled } from "./confirm-payout.ts";
import type { EndDeps } from "./bank-outcome.ts";
import { eachOf, listLapsed, listPaidLately, listToAsk, type LapsedPlace, type PayoutKey } from "./payouts-store.ts";
import { runSeries } from "./series/run-series.ts";
import { askAfterwards, askBank } from "./send-payout.ts";

const MOST_AT_ONCE = 200;

/**
 * Every minute: forgotten payments are given up and due ones executed, before any bank is asked: a slow one keeps neither waiting.
 * Then silent ones are asked about again, and paid ones whether they came back. One in trouble holds up no other.
 */
export async function watchPayouts(deps: EndDeps): Promise<void> {
  const now = deps.clock.now();
  const { db } = deps.database;
  const each = async (
    keys: Iterable<PayoutKey> | AsyncIterable<PayoutKey>,
    what: (key: PayoutKey) => Promise<unknown>,
  ) => {
    for await (const key of keys) {
      await what(key).catch((error: unknown) =>
        deps.log.warn({ err: error, payoutId: key.id }, "payout watched in vain"),
      );
    }
  };
  const lapsed = (after: LapsedPlace | undefined) => listLapsed(db, "payout", { now, after, limit: MOST_AT_ONCE });
  await each(eachOf(lapsed), (key) => lapsePayout(deps, key));
  await runSeries(deps, toShanghaiDay(now));
  await executeScheduled(deps, toShanghaiDay(now));
  await each(await listToAsk(db, now, MOST_AT_ONCE), (key) => askBank(deps, key));
  const silent = Object.values(deps.banks).flatMap(({ name, isSilent }) => (isSilent ? [name] : []));
  if (silent.length > 0) {
    await each(await listPaidLately(db, silent, { now, limit: MOST_AT_ONCE }), (key) => askAfterwards(deps, key));
  }
}
