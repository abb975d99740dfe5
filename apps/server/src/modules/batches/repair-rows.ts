import { Refusal, type BatchRow } from "@coralhub/contract";
import type { BatchCells, BatchColumn, Currency } from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import { findBatch, lockBatch, setAccounts, touchBatch, type Batch, type BatchKey } from "./batches-store.ts";
import { checkRow, repeatedMark, rowContext, settled, surroundings, type Surroundings } from "./check-rows.ts";
import type { BatchesDeps } from "./deps.ts";
import { numberMask, showRow } from "./describe-batch.ts";
import type { BatchAnswer } from "./open-batch.ts";
import { findRows, findTwin, writeRows, type Row } from "./rows-store.ts";

/** As typed, the number among them. */
export const cellsOf = (
  deps: BatchesDeps,
  merchantId: string,
  row: Pick<Row, "cells" | "sealedNumber">,
): BatchCells => ({
  ...row.cells,
  ...(row.sealedNumber && { accountNumber: deps.secrets.openText(row.sealedNumber, rowContext(merchantId)) }),
});

async function editable(deps: BatchesDeps, key: BatchKey): Promise<Batch> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) throw new Refusal("not_found");
  if (batch.state !== "toConfirm") throw new Refusal("batch.not_editable");
  return batch;
}

type Change = { row: Row; cells: BatchCells; numberOfPayee: boolean };
/** Checks what is there now; what stood there first is kept, so that it can be taken back. */
async function recheck(
  deps: BatchesDeps,
  batch: Batch,
  around: Surroundings,
  { row, cells, numberOfPayee }: Change,
): Promise<Row> {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== "")) as BatchCells;
  const checked = checkRow(deps, batch, around, { line: row.line, cells: filled });
  const twin = checked.numberIndex ? await findTwin(deps.database.db, batch, checked) : undefined;
  const marks = twin === undefined ? checked.marks : [...checked.marks, repeatedMark(twin)];
  return settled({
    ...checked,
    marks,
    numberOfPayee,
    before: row.before ?? row.cells,
    beforeSealedNumber: row.before ? row.beforeSealedNumber : row.sealedNumber,
  });
}

export async function repairRow(
  deps: BatchesDeps,
  ctx: MerchantContext,
  { id, line, cells }: { id: string; line: number; cells: BatchCells },
): Promise<BatchRow> {
  const { merchantId } = ctx;
  const batch = await editable(deps, { merchantId, id });
  const [row] = await findRows(deps.database.db, batch, [line]);
  if (!row) throw new Refusal("not_found");
  const around = await surroundings(deps, merchantId, batch.kind);
  const kept = cellsOf(deps, merchantId, row);
  // A cell that shows the end only comes back as it was shown: the number behind it stays.
  const { accountNumber, ...others } = cells;
  const isTyped = accountNumber !== undefined && accountNumber !== numberMask(kept.accountNumber ?? "");
  const repaired = await recheck(deps, batch, around, {
    row,
    cells: { ...kept, ...others, ...(isTyped && { accountNumber }) },
    numberOfPayee: row.numberOfPayee && !isTyped,
  });
  return ctx.once(async (tx) => {
    await requireOpen(tx, batch);
    await requireSame(tx, batch, [row]);
    await writeRows(tx, batch, [repaired]);
    await touchBatch(tx, batch);
    return showRow(deps, batch, { ...repaired, payoutState: null, payoutReason: null });
  });
}
/** Nobody confirms it between this look and the change. */
async function requireOpen(tx: Tx, key: BatchKey): Promise<Batch> {
  const batch = (await lockBatch(tx, key))!;
  if (batch.state !== "toConfirm") throw new Refusal("batch.not_editable");
  return batch;
}
/** What somebody else has written meanwhile, an account number perhaps, is not written over unseen. */
async function requireSame(tx: Tx, key: BatchKey, seen: readonly Row[]): Promise<void> {
  const lines = seen.map(({ line }) => line);
  const asWritten = (rows: readonly Row[]): string =>
    JSON.stringify(
      rows.map(({ line, state, cells, accepted, sealedNumber }) => [
        line,
        state,
        accepted,
        cells,
        sealedNumber && Buffer.from(sealedNumber).toString("hex"),
      ]),
    );
  if (asWritten(await findRows(tx, key, lines)) !== asWritten(seen)) throw new Refusal("batch.row_changed");
}

type Decision = { id: string; lines: readonly number[]; decision: "pay" | "leave" | "useKnown" | "undo" };
/** Pays what asks, leaves rows out, takes the account that was paid before, or takes a change back. */
export async function settleRows(deps: BatchesDeps, ctx: MerchantContext, { id, lines, decision }: Decision) {
  const { merchantId } = ctx;
  const batch = await editable(deps, { merchantId, id });
  const rows = await findRows(deps.database.db, batch, lines);
  const around =
    decision === "pay" || decision === "leave" ? undefined : await surroundings(deps, merchantId, batch.kind);
  const changed: Row[] = [];
  for (const row of rows) {
    const next = around ? await revise(deps, batch, around, row, decision) : decide(row, decision === "pay");
    if (next) changed.push(next);
  }
  return ctx.once(async (tx) => {
    await requireOpen(tx, batch);
    if (changed.length > 0) {
      await requireSame(tx, batch, rows);
      await writeRows(tx, batch, changed);
      await touchBatch(tx, batch);
    }
    return { changed: changed.length };
  });
}

function decide(row: Row, pay: boolean): Row | undefined {
  if (!pay) return row.state === "ready" || row.state === "asks" ? { ...row, state: "left" } : undefined;
  const isWhole = row.payment !== null && (row.state === "asks" || row.state === "left");
  return isWhole ? { ...row, state: "ready", accepted: true } : undefined;
}

async function revise(deps: BatchesDeps, batch: Batch, around: Surroundings, row: Row, decision: Decision["decision"]) {
  const { merchantId } = batch;
  if (decision === "undo") {
    if (!row.before) return undefined;
    const cells = cellsOf(deps, merchantId, { cells: row.before, sealedNumber: row.beforeSealedNumber });
    const back = await recheck(deps, batch, around, { row, cells, numberOfPayee: false });
    return { ...back, before: null, beforeSealedNumber: null };
  }
  const payee = row.knownId && (await deps.beneficiaries.of({ merchantId, id: row.knownId }));
  if (!payee) return undefined;
  const cells: BatchCells = { ...cellsOf(deps, merchantId, row), country: payee.country };
  for (const [name, value] of Object.entries(payee.details)) cells[name as BatchColumn] = value;
  cells.accountNumber = deps.beneficiaries.numberOf(payee);
  return recheck(deps, batch, around, { row, cells, numberOfPayee: true });
}

export async function chooseAccount(
  deps: BatchesDeps,
  ctx: MerchantContext,
  { id, currency, accountId }: { id: string; currency: Currency; accountId: string },
): Promise<BatchAnswer> {
  const { merchantId } = ctx;
  const batch = await editable(deps, { merchantId, id });
  await deps.payouts.sourceOf(merchantId, accountId);
  return ctx.once(async (tx) => {
    const { accounts } = await requireOpen(tx, batch);
    await setAccounts(tx, batch, { ...accounts, [currency]: accountId });
    return { id, state: batch.state };
  });
}
