import { payoutLifecycle } from "@coralhub/domain";
import { ACCESS_ENDS, type AccessEnd } from "../../platform/access-end.ts";
import type { Tx } from "../../platform/db.ts";
import { recallPayouts } from "./cancel-payout.ts";
import type { PayoutsDeps } from "./deps.ts";
import { listUnsent, lockPayouts } from "./payouts-store.ts";
import { haltSeries } from "./series/count-miss.ts";
import { lockActive } from "./series/series-store.ts";

/**
 * The account comes back to its owner, or is closed. When somebody else had it is not known, so nothing is picked out by its
 * time: every series pauses until the owner lets it go on, and what has not left yet is cancelled, its money free again.
 */
export async function recallPayments(deps: PayoutsDeps, tx: Tx, merchantId: string, why: AccessEnd): Promise<string[]> {
  const { words, actor } = ACCESS_ENDS[why];
  // Payments before their series, as whoever pays or misses one does; then the runs written while the series were waited for.
  const early = await lockPayouts(tx, merchantId, await listUnsent(tx, merchantId));
  const series = await lockActive(tx, merchantId);
  for (const one of series) await haltSeries(deps, tx, one, `${words}后暂停，请核对收款人和金额`);
  const known = new Set(early.map(({ id }) => id));
  const late = (await listUnsent(tx, merchantId)).filter((id) => !known.has(id));
  const unsent = [...early, ...(await lockPayouts(tx, merchantId, late))];
  // The worker may have sent one while its row was waited for.
  const recalled = unsent.filter(({ state }) => payoutLifecycle.actions.recall.from.some((from) => from === state));
  // Payees before accounts, as whoever pays does.
  await deps.beneficiaries.holdDoubted(tx, merchantId, why);
  // All accounts before the first payment's quota and books.
  const held = recalled.filter(({ holdPostingId }) => holdPostingId !== null);
  await deps.receivingAccounts.reopenFor(tx, { merchantId, sources: held.flatMap(({ sources }) => sources) });
  await recallPayouts(deps, tx, merchantId, recalled, why);
  if (series.length + recalled.length === 0) return [];
  await deps.audit.record(tx, {
    actor,
    action: "payout.recalled",
    subject: `merchant:${merchantId}`,
    detail: { series: series.map(({ id }) => id), payouts: recalled.map(({ id }) => id) },
  });
  return [
    ...(series.length > 0 ? [`${series.length} 个定期付款已暂停`] : []),
    ...(recalled.length > 0 ? [`${recalled.length} 笔还没付出的款已取消`] : []),
  ];
}
