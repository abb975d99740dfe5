import { orderRowLifecycle } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { listOpenIds, releaseNumbers } from "./rows-store.ts";
import { countRows, saveCounts, type UploadKey } from "./uploads-store.ts";

/** Rows of a delivery that is not wanted any more and nobody has looked at: their numbers are free for another one. */
export async function dropWaiting(deps: OrdersDeps, tx: Tx, key: UploadKey): Promise<void> {
  const ids = await listOpenIds(tx, key);
  await releaseNumbers(tx, key.merchantId, ids);
  const doing = { by: SYSTEM, at: deps.clock.now() };
  const moves = ids.map((id) => ({ key: { merchantId: key.merchantId, id }, set: { reason: null } }));
  if (moves.length > 0) await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "fail", doing, moves);
  await saveCounts(tx, key, await countRows(tx, key));
}
