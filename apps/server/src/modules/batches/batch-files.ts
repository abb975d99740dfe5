import { Refusal, type FileReply } from "@coralhub/contract";
import {
  BATCH_COLUMNS,
  BATCH_ROW_STATES,
  batchColumnLabel,
  numberEnd,
  plainNumber,
  payoutLifecycle,
  templateFor,
  type BankRouteKey,
  type Currency,
  type ExportFormat,
} from "@coralhub/domain";
import { sheetFile } from "../../platform/sheet-file.ts";
import { findBatch, type BatchKey } from "./batches-store.ts";
import { rowContext } from "./check-rows.ts";
import type { BatchesDeps } from "./deps.ts";
import { pageRows, type PayoutOf, type Row } from "./rows-store.ts";

const fileOf = (name: string, header: readonly string[], rows: readonly string[][], format: ExportFormat) =>
  sheetFile({ name, title: "付款", header, rows }, format);

type Corridor = { country: string; currency: Currency; route?: BankRouteKey | undefined; format: ExportFormat };
/** The columns of one corridor, with a line that shows how they are filled in. */
export function templateFile({ country, currency, route, format }: Corridor): Promise<FileReply> {
  const columns = templateFor(country, currency, route);
  if (columns.length === 0) throw new Refusal("batch.corridor_unknown", { currency });
  const header = columns.map((one) => one.header);
  return fileOf(`批量付款模板-${country}-${currency}`, header, [columns.map(({ sample }) => sample)], format);
}

type Wanted = { rows: "all" | "problems"; format: ExportFormat };
/** Every row with its end, or only those with something to repair; numbers by their end. */
export async function batchFile(
  deps: BatchesDeps,
  key: BatchKey,
  { rows: wanted, format }: Wanted,
): Promise<FileReply> {
  const { db } = deps.database;
  const batch = await findBatch(db, key);
  if (!batch) throw new Refusal("not_found");
  const all = await pageRows(db, key, { offset: 0, limit: 20_000 });
  const shown =
    wanted === "all" ? all : all.filter(({ state }) => state === "bad" || state === "asks" || state === "refused");
  const columns = BATCH_COLUMNS.filter(
    (column) => column === "accountNumber" || shown.some(({ cells }) => (cells[column] ?? "") !== ""),
  );
  const header = ["行号", ...columns.map(batchColumnLabel), "状态", "说明"];
  const lines = shown.map((row) => [
    String(row.line),
    ...columns.map((column) => (column === "accountNumber" ? numberText(deps, key, row) : (row.cells[column] ?? ""))),
    row.payoutState ? payoutLifecycle.states[row.payoutState].label : BATCH_ROW_STATES[row.state].label,
    explanation(row),
  ]);
  const title = batch.title.replaceAll(/[\\/:*?"<>|]/g, " ").replace(/\.(xlsx|csv)$/i, "");
  return fileOf(`${title}-${wanted === "all" ? "结果" : "问题行"}`, header, lines, format);
}
const numberText = (deps: BatchesDeps, { merchantId }: BatchKey, { sealedNumber }: Row): string =>
  sealedNumber ? `尾号 ${numberEnd(plainNumber(deps.secrets.openText(sealedNumber, rowContext(merchantId))))}` : "";
const explanation = ({ problems, marks, reason, payoutReason, accepted }: Row & PayoutOf): string =>
  [...Object.values(problems), ...(accepted ? [] : marks.map(({ text }) => text)), reason ?? payoutReason ?? ""]
    .filter((text) => text !== "")
    .join("；");
