import { Refusal, type CheckedSheet, type FileReply, type ImportedSheet, type UploadedFile } from "@coralhub/contract";
import {
  isStoreField,
  normalShopAddress,
  readStoreHeader,
  readStoreRow,
  STORE_SHEET_TEMPLATE,
  storeField,
  storeSheetLabel,
  type ExportFormat,
  type SheetStore,
  type StoreSheetColumn,
  type StoreSheetDefaults,
  type StoreSheetProblems,
} from "@coralhub/domain";
import type { MerchantContext } from "../../platform/context.ts";
import type { Tx } from "../../platform/db.ts";
import {
  importedRows,
  problemsUnder,
  takeSheet,
  type ImportedList,
  type ImportedRow,
} from "../../platform/import-sheet.ts";
import { merchantActor } from "../../platform/lifecycle-engine.ts";
import { createSemaphore } from "../../platform/semaphore.ts";
import { sheetFile } from "../../platform/sheet-file.ts";
import { settleAnswers, tidyAnswers } from "./answers.ts";
import { bindStore } from "./bind-store.ts";
import type { StoresDeps } from "./deps.ts";
import { tryNewKeys } from "./renew-keys.ts";
import { claimImport, labelStores } from "./stores-store.ts";
import { isUrlTaken } from "./urls-store.ts";

const LIST: ImportedList<StoreSheetColumn> = {
  purpose: "store import",
  readHeader: readStoreHeader,
  noHeader: "store.sheet_no_header",
  empty: "store.sheet_empty",
};
const TAKEN = "这个店铺链接已经绑定过，请核对";

export const storeTemplate = (format: ExportFormat): Promise<FileReply> =>
  sheetFile({ name: "店铺导入模板", title: "店铺", ...STORE_SHEET_TEMPLATE }, format);

type Read = ImportedRow<StoreSheetColumn> & { problems: StoreSheetProblems; store?: SheetStore };
async function readAll(
  deps: StoresDeps,
  merchantId: string,
  fileId: string,
  defaults: StoreSheetDefaults,
): Promise<Read[]> {
  const rows = await importedRows(deps, merchantId, fileId, LIST);
  const seen = new Map<string, number>();
  const read: Read[] = [];
  for (const row of rows) {
    const { problems, store } = readStoreRow(row.cells, defaults);
    const url = store?.answers.url && normalShopAddress(store.answers.url, store.platform);
    const earlier = url ? seen.get(url) : undefined;
    if (url) seen.set(url, earlier ?? row.line);
    const twice =
      earlier !== undefined
        ? `和第 ${earlier} 行的店铺地址相同`
        : url && (await isUrlTaken(deps.database.db, url))
          ? TAKEN
          : undefined;
    read.push({ ...row, problems: { ...problems, ...(twice && { url: twice }) }, ...(store && { store }) });
  }
  return read;
}

const nameIn = ({ cells }: Read): string => cells.name ?? "";
const noteOf = ({ cells, store }: Read): string =>
  [store?.platform.name ?? cells.platform, store?.answers.country ?? cells.country, store?.answers.url ?? cells.url]
    .filter(Boolean)
    .join("，");
const labelIn =
  ({ store }: Read) =>
  (field: string): string =>
    isStoreField(field) && store ? storeField(store.platform, field).label : storeSheetLabel(field as StoreSheetColumn);

/** Looks at a sheet without binding anything. */
export async function checkStoreSheet(
  deps: StoresDeps,
  ctx: MerchantContext,
  { file, ...defaults }: StoreSheetDefaults & { file: UploadedFile },
): Promise<CheckedSheet> {
  const fileId = await takeSheet(deps, ctx, LIST, file);
  const rows = await readAll(deps, ctx.merchantId, fileId, defaults);
  return {
    fileId,
    rows: rows.map((row) => ({
      line: row.line,
      name: nameIn(row),
      note: noteOf(row),
      problems: problemsUnder(row.problems, labelIn(row)),
    })),
  };
}

type Paper = { line: number; fileIds: readonly string[] };
type Chosen = StoreSheetDefaults & { fileId: string; lines: readonly number[]; papers: readonly Paper[] };

/** The row with its pictures: what was missed only because a sheet holds none is missed no more. */
function withPapers(row: Read, papers: readonly Paper[]): Read {
  const fileIds = papers.filter(({ line }) => line === row.line).flatMap((paper) => paper.fileIds);
  if (fileIds.length === 0 || !row.store) return row;
  const { attach: _given, ...problems } = row.problems;
  return { ...row, problems, store: { ...row.store, answers: { ...row.store.answers, attach: fileIds.join(",") } } };
}

const saying = (error: unknown): string => {
  if (!(error instanceof Refusal)) throw error;
  return Object.values(error.fields ?? {})[0] ?? error.message;
};

type Judged = { row: Read; problem: string };
/** Whatever can be wrong with a row is found, and the platform asked about its keys, before the transaction. */
async function judge(deps: StoresDeps, merchantId: string, row: Read): Promise<Judged> {
  const [first] = problemsUnder(row.problems, labelIn(row));
  if (first || !row.store) return { row, problem: first ? `${first.label}：${first.text}` : "" };
  const { platform, answers } = row.store;
  const tidy = tidyAnswers(platform, answers);
  const refused = await deps.database
    .transaction((tx) => settleAnswers(deps, tx, merchantId, platform, tidy))
    .then(() => tryNewKeys(deps, platform, answers))
    .catch(saying);
  return { row, problem: refused ?? "" };
}

/** Imports written at once by this process: the others wait without a connection. */
const writing = createSemaphore(3);

/**
 * Hands in the rows that are right, each as its form would; what stands in one row's way stops no other. They are written
 * together, so that the call can be repeated: no more of them than may wait for review.
 */
export async function importStores(
  deps: StoresDeps,
  ctx: MerchantContext,
  { fileId, lines, papers, ...defaults }: Chosen,
): Promise<ImportedSheet> {
  const asked = new Set(lines);
  const rows = (await readAll(deps, ctx.merchantId, fileId, defaults)).filter(({ line }) => asked.has(line));
  const judged: Judged[] = [];
  for (const row of rows) judged.push(await judge(deps, ctx.merchantId, withPapers(row, papers)));
  return writing(() =>
    ctx.once(async (tx) => {
      if (!(await claimImport(tx, ctx.merchantId))) throw new Refusal("store.import_running");
      const results = await bindRows(deps, tx, ctx, judged);
      return { saved: results.filter(({ id }) => id !== null).length, rows: results };
    }),
  );
}

const EVERY = "every platform";
/** Once a limit is reached nothing more is asked: the rows after it hear the same. */
async function bindRows(
  deps: StoresDeps,
  tx: Tx,
  ctx: MerchantContext,
  judged: readonly Judged[],
): Promise<ImportedSheet["rows"]> {
  const full = new Map<string, string>();
  const results: ImportedSheet["rows"] = [];
  for (const { row, problem } of judged) {
    const { store } = row;
    const head = { line: row.line, name: nameIn(row) };
    const known = problem || full.get(EVERY) || (store && full.get(store.platform.code)) || "";
    if (known || !store) {
      results.push({ ...head, id: null, problem: known });
      continue;
    }
    const bound = await bindRow(deps, tx, ctx, store);
    if (bound instanceof Refusal) {
      if (bound.reason.startsWith("store.limit_"))
        full.set(bound.reason === "store.limit_platform" ? store.platform.code : EVERY, bound.message);
      results.push({ ...head, id: null, problem: saying(bound) });
    } else results.push({ ...head, id: bound, problem: "" });
  }
  return results;
}

/** Refused before anything is written, so that the rows before it stay. */
async function bindRow(
  deps: StoresDeps,
  tx: Tx,
  ctx: MerchantContext,
  { platform, answers: form, remark }: SheetStore,
): Promise<string | Refusal> {
  const { merchantId, now } = ctx;
  const bound = await bindStore(deps, tx, { merchantId, by: merchantActor(ctx), now, platform, form }).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return error;
    },
  );
  if (bound instanceof Refusal) return bound;
  if (remark !== "") await labelStores(tx, merchantId, [bound.merchantsId], { remark });
  return bound.merchantsId;
}
