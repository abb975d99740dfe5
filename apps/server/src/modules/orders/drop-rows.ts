import { Refusal } from "@coralhub/contract";
import { moneyOf, orderRowLifecycle, PROVING_STATES, type Currency } from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import type { OrdersDeps } from "./deps.ts";
import { withdrawnPosting } from "./orders-postings.ts";
import { standingOf } from "./quota.ts";
import { lockQuota } from "./quota-store.ts";
import { lockRows, releaseNumbers, type DeliveredRow } from "./rows-store.ts";
import { countRows, saveCounts, type UploadKey } from "./uploads-store.ts";

/**
 * Rows of a delivery that is not wanted any more: they are shown nowhere, their numbers are free for another one, and what they
 * had granted is taken back. Where a payment has it already, or an income stands on them, nothing can be taken back.
 */
export async function dropRows(deps: OrdersDeps, tx: Tx, key: UploadKey): Promise<void> {
  const { merchantId } = key;
  // Before the rows, as payments do that use them.
  await lockQuota(tx, merchantId);
  const rows = await lockRows(tx, key);
  if (rows.some(({ isTaken }) => isTaken)) throw new Refusal("order.cancel_spent");
  await takeBack(deps, tx, key, rows);
  await releaseNumbers(
    tx,
    merchantId,
    rows.map(({ id }) => id),
  );
  const doing = { by: SYSTEM, at: deps.clock.now() };
  const moves = (of: readonly DeliveredRow[], set = {}) => of.map(({ id }) => ({ key: { merchantId, id }, set }));
  const open = rows.filter(({ state }) => state === "waiting" || state === "reviewing");
  const proving = rows.filter(({ state }) => PROVING_STATES.includes(state));
  if (open.length > 0)
    await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "fail", doing, moves(open, { reason: null }));
  if (proving.length > 0)
    await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "reduce", doing, moves(proving, { grantedMinor: 0n }));
  if (rows.length > 0) await deps.lifecycles.advanceMany(tx, orderRowLifecycle, "replace", doing, moves(rows));
  await saveCounts(tx, key, await countRows(tx, key));
}

async function takeBack(deps: OrdersDeps, tx: Tx, { merchantId, id }: UploadKey, rows: readonly DeliveredRow[]) {
  const granted = new Map<Currency, bigint>();
  for (const { currency, grantedMinor } of rows)
    if (grantedMinor > 0n) granted.set(currency!, (granted.get(currency!) ?? 0n) + grantedMinor);
  for (const [currency, minor] of granted) {
    const { open } = await standingOf(deps, tx, merchantId, currency);
    if (open < minor) throw new Refusal("order.cancel_spent");
    const amount = moneyOf(currency, minor);
    const posting = { merchantId, key: `${id}:${currency}:cancelled`, reference: id, amount, open };
    await deps.ledger.postIn(tx, [withdrawnPosting(posting)]);
  }
}
