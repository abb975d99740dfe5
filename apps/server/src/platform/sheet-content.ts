import { parse } from "csv-parse/sync";
import { streamXlsxRows } from "hucre/xlsx";
import { ArchiveProblem, cleanArchive } from "./clean-archive.ts";

export type SheetLimits = { rows: number; columns: number };
/** A line keeps the number it has in the file, so that people find it there. */
export type SheetRow = { line: number; cells: string[] };
export type SheetRead = { rows: SheetRow[] } | { refused: "damaged" | "too_complex" | "too_many_rows" };

const ZIP = [0x50, 0x4b];

/** Every row with something in it, as text. Runs in a thread of its own. */
export async function parseSheet(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRead> {
  const isWorkbook = bytes[0] === ZIP[0] && bytes[1] === ZIP[1];
  try {
    const rows: SheetRow[] = [];
    for await (const { line, cells } of isWorkbook ? workbookRows(bytes) : textRows(bytes)) {
      const texts = cells.slice(0, limits.columns).map((text) => text.trim());
      if (texts.every((text) => text === "")) continue;
      if (rows.length >= limits.rows) return { refused: "too_many_rows" };
      rows.push({ line, cells: texts });
    }
    return { rows };
  } catch (error) {
    return { refused: error instanceof ArchiveProblem ? error.what : "damaged" };
  }
}

async function* workbookRows(bytes: Uint8Array): AsyncIterable<SheetRow> {
  for await (const { index, values } of streamXlsxRows(await cleanArchive(bytes))) {
    yield { line: index + 1, cells: Array.from(values, cellText) };
  }
}

/** Numbers stand as their digits: a long account number a spreadsheet has rounded is caught by its check, not hidden. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

function* textRows(bytes: Uint8Array): Iterable<SheetRow> {
  const text = decode(bytes);
  const head = text.slice(0, 4_000);
  const delimiter = head.includes("\t") ? "\t" : /^[^\n]*;/.test(head) && !/^[^\n]*,/.test(head) ? ";" : ",";
  const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, info: true } as const;
  const records = parse(text, options) as unknown as { info: { lines: number }; record: string[] }[];
  for (const { info, record } of records) yield { line: info.lines, cells: record };
}

/** UTF-8, or the GB18030 that Chinese Excel writes; what is neither is not guessed at. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030", { fatal: true }).decode(bytes);
  }
}
