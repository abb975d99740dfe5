import { Refusal, type FileReply, type UploadedFile } from "@coralhub/contract";
import { findingLabel, ORDER_FIELD_NAMES, ORDER_FIELDS, rejectLabel } from "@coralhub/domain";
import { writeXlsxStream } from "hucre/xlsx";
import type { MerchantContext } from "../../platform/context.ts";
import type { OrdersDeps } from "./deps.ts";
import { requireUpload } from "./describe-orders.ts";
import { readRefused, type RefusedRow } from "./order-rows-store.ts";
import { OLD_LINE } from "./read-sheet.ts";
import { FILE_PURPOSE } from "./receive-upload.ts";
import type { UploadKey } from "./uploads-store.ts";

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const HEADERS = ORDER_FIELD_NAMES.map((field) => ({ header: ORDER_FIELDS[field].label, width: 18 }));
const SAMPLE = [
  "114-3941689-8772232",
  "2026-11-01 09:30:00",
  "USD",
  "35.90",
  "",
  "硅胶手机壳",
  "1",
  "US",
  "",
  "YunExpress",
  "YT2631800212345678",
  "",
];

const workbook = (
  name: string,
  columns: { header: string; width: number }[],
  rows: Iterable<string[]> | AsyncIterable<string[]>,
) => writeXlsxStream(rows, { name, columns, freezePane: { rows: 1 } }) as unknown as AsyncIterable<Uint8Array>;

export const orderTemplate = async (): Promise<FileReply> => ({
  fileName: "订单模板.xlsx",
  contentType: WORKBOOK,
  body: workbook("订单", HEADERS, [SAMPLE]),
});

/** Our own template's columns, so that what is mended can be uploaded as it is. Cells are text: nothing in them computes. */
export async function rejectedRows(deps: OrdersDeps, key: UploadKey): Promise<FileReply> {
  const { fileName } = await requireUpload(deps, key);
  const columns = [...HEADERS, { header: OLD_LINE, width: 12 }, { header: "没有通过的原因", width: 40 }];
  return {
    fileName: `${fileName.replace(/\.\w+$/, "")}-未通过.xlsx`,
    contentType: WORKBOOK,
    body: workbook("未通过", columns, refusedLines(readRefused(deps.database.db, key))),
  };
}
async function* refusedLines(rows: AsyncIterable<RefusedRow>): AsyncIterable<string[]> {
  for await (const { line, given, findings, reason } of rows) {
    const why = [...findings.map(findingLabel), ...(reason === null ? [] : [rejectLabel(reason)])].join("；");
    yield [...ORDER_FIELD_NAMES.map((field) => given[field] ?? ""), String(line), why];
  }
}

/** The file as it was uploaded. */
export async function originalFile(deps: OrdersDeps, key: UploadKey): Promise<FileReply> {
  const { fileId } = await requireUpload(deps, key);
  if (fileId === null) throw new Refusal("file.missing");
  return readFile(deps, key.merchantId, fileId);
}
export async function readFile(deps: OrdersDeps, merchantId: string, fileId: string): Promise<FileReply> {
  const file = await deps.files.find(merchantId, fileId);
  if (!file || file.purpose !== FILE_PURPOSE) throw new Refusal("not_found");
  return { fileName: file.fileName, contentType: file.contentType, body: await deps.files.read(file) };
}

export async function keepFile(deps: OrdersDeps, ctx: MerchantContext, file: UploadedFile, kind: "sheet" | "document") {
  const received = await deps.files.receive({
    ownerId: ctx.merchantId,
    purpose: FILE_PURPOSE,
    kind,
    fileName: file.fileName,
    bytes: await file.read(),
  });
  const { id: fileId, fileName, contentType, sizeBytes } = await ctx.once((tx) => deps.files.record(tx, received));
  return { fileId, fileName, contentType, sizeBytes };
}
