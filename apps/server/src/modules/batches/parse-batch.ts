import { Refusal } from "@coralhub/contract";
import {
  BATCH_MOST_ROWS,
  batchLifecycle,
  readHeader,
  withoutFullStop,
  type BatchCells,
  type Currency,
} from "@coralhub/domain";
import { setImmediate } from "node:timers/promises";
import { namedCells } from "../../platform/import-sheet.ts";
import { SYSTEM } from "../../platform/lifecycle-engine.ts";
import { findBatch, lockBatch, setAccounts, setDone, type Batch, type BatchKey } from "./batches-store.ts";
import { checkRow, repeatedMark, settled, surroundings, twinKey } from "./check-rows.ts";
import type { BatchesDeps } from "./deps.ts";
import { forgetRows, writeRows } from "./rows-store.ts";

const AT_ONCE = 250;
const MOST_COLUMNS = 60;

/** Behind the page: reads the sheet, checks every row, and offers it for confirmation. Run again it begins anew. */
export async function parseBatch(deps: BatchesDeps, key: BatchKey): Promise<void> {
  const batch = await findBatch(deps.database.db, key);
  if (!batch) return;
  if (batch.state === "cancelled") return forgetNow(deps, key);
  if (batch.state !== "uploaded" && batch.state !== "parsing") return;
  try {
    const rows = await typedRows(deps, batch);
    await begin(deps, key, rows.length);
    await checkAll(deps, batch, rows);
    // Cancelled while it was read: what was written meanwhile is forgotten with the rest.
    if (!(await offer(deps, batch))) await forgetNow(deps, key);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await deps.database.transaction((tx) =>
      deps.lifecycles.tryAdvance(tx, batchLifecycle, { merchantId: key.merchantId, id: key.id }, "giveUp", {
        at: deps.clock.now(),
        by: SYSTEM,
        set: { reason: error.message },
        note: error.message,
        message: {
          event: "batch.unreadable",
          data: { title: batch.title, reason: withoutFullStop(error.message), batchId: key.id },
        },
      }),
    );
  }
}

async function forgetNow(deps: BatchesDeps, key: BatchKey): Promise<void> {
  await deps.database.transaction(async (tx) => {
    if ((await lockBatch(tx, key))?.state === "cancelled") await forgetRows(tx, key);
  });
}

type TypedRow = { line: number; cells: BatchCells };
async function typedRows(deps: BatchesDeps, { merchantId, fileId }: Batch): Promise<TypedRow[]> {
  const file = await deps.files.find(merchantId, fileId);
  if (!file) throw new Refusal("file.missing");
  const limits = { rows: BATCH_MOST_ROWS + 1, columns: MOST_COLUMNS };
  const sheet = await deps.readSheet(await deps.files.read(file), limits, merchantId);
  const [head, ...rows] = sheet;
  const columns = head && readHeader(head.cells);
  if (!columns) throw new Refusal("batch.no_header");
  if (rows.length === 0) throw new Refusal("batch.empty");
  return rows.map((row) => ({ line: row.line, cells: namedCells(columns, row) }));
}
async function begin(deps: BatchesDeps, key: BatchKey, total: number): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const change = { at: deps.clock.now(), by: SYSTEM, set: { rowsTotal: total, rowsDone: 0 } };
    await deps.lifecycles.tryAdvance(tx, batchLifecycle, { merchantId: key.merchantId, id: key.id }, "parse", change);
    await forgetRows(tx, key);
  });
}

/** A few hundred rows at a time: calls are answered in between, and the page sees how far it has come. */
async function checkAll(deps: BatchesDeps, { merchantId, id, kind }: Batch, rows: readonly TypedRow[]): Promise<void> {
  const around = await surroundings(deps, merchantId, kind);
  const first = new Map<string, number>();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const checked = rows.slice(at, at + AT_ONCE).map((typed) => {
      const row = checkRow(deps, { merchantId, id }, around, typed);
      const twin = twinKey(row);
      const earlier = twin === undefined ? undefined : first.get(twin);
      if (twin !== undefined && earlier === undefined) first.set(twin, row.line);
      return settled(earlier === undefined ? row : { ...row, marks: [...row.marks, repeatedMark(earlier)] });
    });
    await deps.database.transaction((tx) => writeRows(tx, { merchantId, id }, checked));
    // Cancelled meanwhile: nobody waits for the rest.
    if (!(await setDone(deps.database.db, { merchantId, id }, at + checked.length, "parsing"))) return;
    await setImmediate();
  }
}

async function offer(deps: BatchesDeps, batch: Batch): Promise<boolean> {
  const { merchantId, id } = batch;
  const accounts = await suggestAccounts(deps, merchantId);
  return deps.database.transaction(async (tx) => {
    const offered = await deps.lifecycles.tryAdvance(tx, batchLifecycle, { merchantId, id }, "offer", {
      at: deps.clock.now(),
      by: SYSTEM,
    });
    if (offered) await setAccounts(tx, batch, accounts);
    return offered;
  });
}

/** Each currency from itself where there is money in it, everything else from the fullest dollar account. */
export async function suggestAccounts(deps: BatchesDeps, merchantId: string): Promise<Batch["accounts"]> {
  const usable = (await deps.payouts.sources(merchantId)).filter(({ problem }) => problem === null);
  const fullest = usable.toSorted((a, b) => (a.available.minor > b.available.minor ? -1 : 1));
  const accounts: Partial<Record<Currency | "*", string>> = {};
  for (const { currency, accountId } of fullest) accounts[currency] ??= accountId;
  const fallback = fullest.find(({ currency }) => currency === "USD") ?? fullest[0];
  if (fallback) accounts["*"] = fallback.accountId;
  return accounts;
}
