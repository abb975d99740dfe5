import { Refusal, type BatchDetail, type BatchRow } from "@coralhub/contract";
import {
  actionsFor,
  BATCH_COLUMNS,
  BATCH_KEPT_DAYS,
  BATCH_ROW_STATE_NAMES,
  batchLifecycle,
  moneyOf,
  numberEnd,
  plainNumber,
  payoutLifecycle,
  type BatchCells,
  type Currency,
} from "@coralhub/domain";
import { countPayments, findBatch, type Batch, type BatchKey } from "./batches-store.ts";
import { rowContext } from "./check-rows.ts";
import type { BatchesDeps } from "./deps.ts";
import { accountFor, agreedOf } from "./price-batch.ts";
import { countRows, groupRows, pageRows, usedColumns, type PayoutOf, type Row } from "./rows-store.ts";

const DAY_MS = 86_400_000;

export async function describeProgress(deps: BatchesDeps, key: BatchKey): Promise<BatchDetail["progress"]> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) throw new Refusal("not_found");
  const payments = await countPayments(deps.database.db, key);
  return { id: batch.id, state: batch.state, done: batch.rowsDone, total: batch.rowsTotal, payments };
}

async function describe(deps: BatchesDeps, batch: Batch): Promise<Omit<BatchDetail, "accounts" | "may">> {
  const { db } = deps.database;
  const [payments, counts, groups, columns] = await Promise.all([
    countPayments(db, batch),
    countRows(db, batch),
    groupRows(db, batch),
    usedColumns(db, batch),
  ]);
  const { id, state, rowsDone, rowsTotal } = batch;
  const paid = batch.agreed ? agreedOf(batch.agreed).accounts : undefined;
  const sums = new Map<Currency, { count: number; minor: bigint }>();
  for (const { currency, count, minor } of groups) {
    const so = sums.get(currency) ?? { count: 0, minor: 0n };
    sums.set(currency, { count: so.count + count, minor: so.minor + minor });
  }
  const shown = new Set([...columns, "accountNumber", "amount", "currency", "holderName", "country"]);
  return {
    id,
    kind: batch.kind,
    title: batch.title,
    state,
    rowsTotal,
    createdAt: batch.createdAt,
    confirmedAt: batch.confirmedAt,
    finishedAt: batch.finishedAt,
    reason: batch.reason,
    progress: { id, state, done: rowsDone, total: rowsTotal, payments },
    counts: Object.fromEntries(BATCH_ROW_STATE_NAMES.map((name) => [name, counts[name] ?? 0])) as BatchDetail["counts"],
    columns: BATCH_COLUMNS.filter((column) => shown.has(column)),
    groups: [...sums].map(([currency, { count, minor }]) => ({
      currency,
      count,
      arrives: moneyOf(currency, minor),
      accountId: (paid ? paid[currency] : accountFor(batch, currency)) ?? null,
    })),
    restId: batch.restId,
    keptUntil: state === "toConfirm" ? new Date(batch.createdAt.getTime() + BATCH_KEPT_DAYS * DAY_MS) : null,
  };
}

export async function describeBatch(deps: BatchesDeps, key: BatchKey): Promise<BatchDetail> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) throw new Refusal("not_found");
  const [described, accounts] = await Promise.all([describe(deps, batch), deps.payouts.sources(key.merchantId)]);
  return {
    ...described,
    accounts,
    may: {
      edit: batch.state === "toConfirm",
      cancel: actionsFor(batchLifecycle, batch.state, "merchant").includes("cancel"),
      result: batch.confirmedAt !== null,
    },
  };
}

/** The desk's look is recorded by its caller. */
export async function describeForDesk(deps: BatchesDeps, key: BatchKey) {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) throw new Refusal("not_found");
  return describe(deps, batch);
}

/** What is shown instead of a number that is not shown whole. */
export const numberMask = (number: string): string => `•••• ${numberEnd(plainNumber(number))}`;
/**
 * A number shows its end once it is agreed on; before that it is what its owner has just typed, and one that was taken from
 * a payee was not. Operators see the end.
 */
function shownCells(
  deps: BatchesDeps,
  { merchantId, state }: Batch,
  { cells, sealed, typed, to }: { cells: BatchCells; sealed: Uint8Array | null; typed: boolean; to: Reader },
): BatchCells {
  if (!sealed) return cells;
  const number = deps.secrets.openText(sealed, rowContext(merchantId));
  const isWhole = state === "toConfirm" && to === "owner" && typed;
  return { ...cells, accountNumber: isWhole ? number : numberMask(number) };
}

type Reader = "owner" | "operator";
export function showRow(deps: BatchesDeps, batch: Batch, row: Row & PayoutOf, to: Reader = "owner"): BatchRow {
  const { line, state, problems, marks, payoutId, payoutState } = row;
  return {
    line,
    state,
    cells: shownCells(deps, batch, { cells: row.cells, sealed: row.sealedNumber, typed: !row.numberOfPayee, to }),
    // What stood there first stood in the file.
    before:
      row.before && shownCells(deps, batch, { cells: row.before, sealed: row.beforeSealedNumber, typed: true, to }),
    problems,
    marks: row.accepted ? [] : marks,
    known: row.knownId,
    payout:
      payoutId && payoutState
        ? {
            id: payoutId,
            state: payoutState,
            mayCancel: actionsFor(payoutLifecycle, payoutState, "merchant").includes("cancel"),
          }
        : null,
    reason: row.reason ?? row.payoutReason,
  };
}

type Asked = { id: string; state?: Row["state"] | undefined; pageNo: number; pageSize: number };
export async function describeRows(
  deps: BatchesDeps,
  merchantId: string,
  { id, state, pageNo, pageSize }: Asked,
  to?: Reader,
) {
  const { db } = deps.database;
  const batch = await findBatch(db, { merchantId, id });
  if (!batch) throw new Refusal("not_found");
  const [rows, counts] = await Promise.all([
    pageRows(db, batch, { state, offset: (pageNo - 1) * pageSize, limit: pageSize }),
    countRows(db, batch),
  ]);
  const total = state ? (counts[state] ?? 0) : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { records: rows.map((row) => showRow(deps, batch, row, to)), total, pageNo, pageSize };
}
