import { leastArriving, payoutLifecycle, payoutSeriesLifecycle, nextSeriesDay, SERIES_RHYTHMS } from "@coralhub/domain";
import type { Tx } from "../../../platform/db.ts";
import { SYSTEM } from "../../../platform/lifecycle-engine.ts";
import type { Beneficiary } from "../../beneficiaries/index.ts";
import { writePayout } from "../apply-for-payout.ts";
import { payeeProblem } from "../check-order.ts";
import type { PayoutsDeps } from "../deps.ts";
import { attachPapers, eachOf, listLapsed, type DuePlace, type LapsedPlace, type PayoutKey } from "../payouts-store.ts";
import { haltSeries } from "./count-miss.ts";
import { adviceOfSeries } from "./plan-series.ts";
import { listDueSeries, lockSeries, setNext, type Series } from "./series-store.ts";

const MOST_AT_ONCE = 200;

/** Each due run becomes a payment of its own for today, which is then executed like any other that was agreed on for its day. */
export async function runSeries(deps: PayoutsDeps, day: string): Promise<void> {
  const { db } = deps.database;
  for await (const key of eachOf<DuePlace>((after) => listDueSeries(db, { day, after, limit: MOST_AT_ONCE }))) {
    await deps.database
      .transaction((tx) => runOne(deps, tx, key, day))
      .catch((error: unknown) => deps.log.warn({ err: error, seriesId: key.id }, "a series was not run"));
  }
  const now = deps.clock.now();
  const lapsed = (after: LapsedPlace | undefined) =>
    listLapsed(db, "payout_series", { now, after, limit: MOST_AT_ONCE });
  for await (const key of eachOf(lapsed)) {
    const lapse = { at: now, by: SYSTEM };
    await deps.database
      .transaction((tx) => deps.lifecycles.tryAdvance(tx, payoutSeriesLifecycle, key, "lapse", lapse))
      .catch((error: unknown) => deps.log.warn({ err: error, seriesId: key.id }, "a series was not given up"));
  }
}

async function runOne(deps: PayoutsDeps, tx: Tx, key: PayoutKey, day: string): Promise<void> {
  const series = await lockSeries(tx, key);
  if (series?.state !== "active" || series.nextOn === null || series.nextOn > day) return;
  const payee = (await deps.beneficiaries.keep(tx, { merchantId: key.merchantId, id: series.beneficiaryId }))!;
  const unusable = payeeProblem(payee);
  if (unusable) return haltSeries(deps, tx, series, unusable.message);
  if (payee.version !== series.payeeVersion) {
    return haltSeries(deps, tx, series, "收款人的账户有变化，请核对后新建定期付款");
  }
  await writeRun(deps, tx, series, payee);
  await goOn(deps, tx, series);
}

async function writeRun(deps: PayoutsDeps, tx: Tx, series: Series, payee: Beneficiary): Promise<void> {
  const { merchantId, id: seriesId, kind, way, amount, sourceCode, nextOn } = series;
  const at = deps.clock.now();
  const terms = {
    category: series.category,
    purpose: series.purpose ?? "",
    remittance: series.remittance,
    toleranceBasisPoints: series.toleranceBasisPoints,
    relatedId: series.relatedId,
    adviceEmail: adviceOfSeries(deps, series) ?? "",
    scheduledFor: nextOn,
    seriesId,
    floorMinor: leastArriving(series.agreed, series.toleranceBasisPoints),
  };
  const accountNumber = deps.beneficiaries.numberOf(payee);
  const sources = [{ code: sourceCode, amount }];
  const id = await writePayout(deps, tx, terms, { kind, way, sources, payee, amount, accountNumber });
  await attachPapers(tx, { merchantId, id }, series.papers);
  await deps.lifecycles.advance(tx, payoutLifecycle, { merchantId, id }, "queue", {
    at,
    by: SYSTEM,
    note: `${SERIES_RHYTHMS[series.rhythm]}，第 ${series.runs + 1} 次`,
  });
}

async function goOn(deps: PayoutsDeps, tx: Tx, series: Series): Promise<void> {
  const { merchantId, id, runs, mostRuns, firstOn, rhythm, nextOn } = series;
  const at = deps.clock.now();
  const note = `第 ${runs + 1} 次，${nextOn}`;
  await deps.lifecycles.record(tx, payoutSeriesLifecycle, { merchantId, id }, { action: "run", at, by: SYSTEM, note });
  if (mostRuns !== null && runs + 1 >= mostRuns) {
    await deps.lifecycles.advance(tx, payoutSeriesLifecycle, { merchantId, id }, "finish", {
      at,
      by: SYSTEM,
      set: { runs: runs + 1, nextOn: null },
    });
    return;
  }
  await setNext(tx, series, { runs: runs + 1, nextOn: nextSeriesDay(firstOn, rhythm, nextOn!) });
}
