import { BATCH_KEPT_DAYS, batchLifecycle } from "@coralhub/domain";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { countPayments, findBatch, listIn, type BatchKey } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";
import { countRows, forgetRows } from "./rows-store.ts";

const MOST_AT_ONCE = 200;
const DAY_MS = 86_400_000;

/** A sheet ends with the last of its payments. */
export async function finishBatch(deps: BatchesDeps, key: BatchKey): Promise<void> {
  const { db } = deps.database;
  const [counts, standing, batch] = await Promise.all([countRows(db, key), countPayments(db, key), findBatch(db, key)]);
  if (batch?.state !== "processing" || (counts.ready ?? 0) > 0 || standing.waiting + standing.moving > 0) return;
  const failed = standing.failed + (counts.refused ?? 0);
  const action = standing.completed === 0 ? "fail" : failed > 0 ? "endPartly" : "complete";
  await deps.database.transaction((tx) =>
    deps.lifecycles.tryAdvance(tx, batchLifecycle, { merchantId: key.merchantId, id: key.id }, action, {
      at: deps.clock.now(),
      by: SYSTEM,
      note: `${standing.completed} 笔到账，${failed} 笔未能付款`,
      message: {
        event: "batch.finished",
        data: { title: batch.title, done: String(standing.completed), failed: String(failed), batchId: key.id },
      },
    }),
  );
}

/** Every minute: ends what has ended, and forgets the numbers of sheets nobody confirmed. */
export async function followBatches(deps: BatchesDeps): Promise<void> {
  const now = deps.clock.now();
  for (const key of await listIn(deps.database.db, "processing", now, MOST_AT_ONCE)) await finishBatch(deps, key);
  const before = new Date(now.getTime() - BATCH_KEPT_DAYS * DAY_MS);
  for (const key of await listIn(deps.database.db, "toConfirm", before, MOST_AT_ONCE)) {
    await deps.database.transaction(async (tx) => {
      const lapsed = await deps.lifecycles.tryAdvance(tx, batchLifecycle, key, "lapse", { at: now, by: SYSTEM });
      if (lapsed) await forgetRows(tx, key);
    });
  }
}
