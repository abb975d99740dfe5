import { MOST_IMPORTED_ROWS, Refusal, type CheckedRow, type RefusalName, type UploadedFile } from "@coralhub/contract";
import type { MerchantContext } from "./context.ts";
import type { Files } from "./files.ts";
import type { ReadSheet, SheetRow } from "./read-sheet.ts";

const MOST_COLUMNS = 60;
const MOST_LETTERS = 300;

/** A row's cells under the columns its heading names; of two cells for one column the first counts. */
export function namedCells<C extends string>(
  columns: readonly (C | undefined)[],
  { cells }: SheetRow,
): Partial<Record<C, string>> {
  const named: Partial<Record<C, string>> = {};
  for (const [at, text] of cells.entries()) {
    const column = columns[at];
    if (column && text !== "") named[column] ??= text.slice(0, MOST_LETTERS);
  }
  return named;
}

type Reading = { files: Files; readSheet: ReadSheet };
/** A kind of list people bring along: how its heading is read, and what to say where it cannot be. */
export type ImportedList<C extends string> = {
  purpose: string;
  readHeader(cells: readonly string[]): (C | undefined)[] | undefined;
  noHeader: RefusalName;
  empty: RefusalName;
};
export type ImportedRow<C extends string> = { line: number; cells: Partial<Record<C, string>> };

/** Keeps the sheet, so that what is saved later is what was looked at. */
export async function takeSheet<C extends string>(
  { files }: Reading,
  ctx: MerchantContext,
  { purpose }: ImportedList<C>,
  file: UploadedFile,
): Promise<string> {
  const received = await files.receive({
    ownerId: ctx.merchantId,
    purpose,
    kind: "sheet",
    fileName: file.fileName,
    bytes: await file.read(),
  });
  return (await ctx.once((tx) => files.record(tx, received))).id;
}

/** Read in a thread of its own; nothing of it runs on the loop that answers calls. */
export async function importedRows<C extends string>(
  { files, readSheet }: Reading,
  merchantId: string,
  fileId: string,
  { purpose, readHeader, noHeader, empty }: ImportedList<C>,
): Promise<ImportedRow<C>[]> {
  const file = await files.find(merchantId, fileId);
  if (file?.purpose !== purpose) throw new Refusal("not_found");
  const limits = { rows: MOST_IMPORTED_ROWS + 1, columns: MOST_COLUMNS };
  const [head, ...rows] = await readSheet(await files.read(file), limits, merchantId);
  const columns = head && readHeader(head.cells);
  if (!columns) throw new Refusal(noHeader);
  if (rows.length === 0) throw new Refusal(empty);
  return rows.map((row) => ({ line: row.line, cells: namedCells(columns, row) }));
}

export const problemsUnder = (
  problems: Readonly<Record<string, string | undefined>>,
  labelOf: (field: string) => string,
): CheckedRow["problems"] =>
  Object.entries(problems).flatMap(([field, text]) => (text ? [{ field, label: labelOf(field), text }] : []));
