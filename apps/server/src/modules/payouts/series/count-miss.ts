import { payoutSeriesLifecycle, SERIES_MISSES, withoutFullStop } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { SYSTEM } from "../../../platform/lifecycle-engine.ts";
import type { PayoutsDeps } from "../deps.ts";
import type { Payout, PayoutKey } from "../payouts-store.ts";
import { lockSeries, setMissed, type Series } from "./series-store.ts";

/** It stands still until its owner has looked. */
export async function haltSeries(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, id, payeeName }: Pick<Series, "merchantId" | "id" | "payeeName">,
  reason: string,
): Promise<void> {
  await deps.lifecycles.tryAdvance(tx, payoutSeriesLifecycle, { merchantId, id }, "halt", {
    at: deps.clock.now(),
    by: SYSTEM,
    set: { reason },
    note: reason,
    message: {
      event: "payout.seriesPaused",
      data: { payee: payeeName, reason: withoutFullStop(reason), seriesId: id },
    },
  });
}

/** A run did not happen, or the bank did not take it: said in its series, which pauses after a few in a row. */
export async function countMiss(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, seriesId, scheduledFor }: Pick<Payout, "merchantId" | "seriesId" | "scheduledFor">,
  problem: string,
): Promise<void> {
  if (seriesId === null) return;
  const key: PayoutKey = { merchantId, id: seriesId };
  const series = (await lockSeries(tx, key))!;
  const missed = series.missed + 1;
  await setMissed(tx, key, missed);
  const step = { action: "missed", at: deps.clock.now(), by: SYSTEM, note: `${scheduledFor}：${problem}` };
  await deps.lifecycles.record(tx, payoutSeriesLifecycle, key, step);
  if (missed >= SERIES_MISSES) await haltSeries(deps, tx, series, `连续 ${missed} 次没有付成：${problem}`);
}

/** Money that came back says that the account is wrong: the next run would only travel the same way. */
export async function haltAfterReturn(
  deps: PayoutsDeps,
  tx: Tx,
  { merchantId, seriesId }: Pick<Payout, "merchantId" | "seriesId">,
  reason: string,
): Promise<void> {
  if (seriesId === null) return;
  const series = (await lockSeries(tx, { merchantId, id: seriesId }))!;
  await haltSeries(deps, tx, series, `上一次付款被银行退回：${withoutFullStop(reason)}`);
}

/** A run the bank has paid ends the row of misses. */
export async function forgetMisses(tx: Tx, { merchantId, seriesId }: Pick<Payout, "merchantId" | "seriesId">) {
  if (seriesId !== null) await setMissed(tx, { merchantId, id: seriesId }, 0);
}
