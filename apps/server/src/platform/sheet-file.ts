import type { FileReply } from "@coralhub/contract";
import { EXPORT_FORMATS, type ExportFormat } from "@coralhub/domain";
import { writeXlsx } from "hucre/xlsx";

const COLUMN_WIDTH = 20;
/** A spreadsheet takes such text for a formula; an apostrophe keeps it text. */
const plain = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const csvCell = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`;

export type Sheet = { name: string; title: string; header: readonly string[]; rows: readonly string[][] };

/** A small table as a file people open in a spreadsheet; long lists are written by the lists themselves. */
export async function sheetFile({ name, title, header, rows }: Sheet, format: ExportFormat): Promise<FileReply> {
  const { contentType } = EXPORT_FORMATS[format];
  const fileName = `${name}.${format}`;
  if (format === "csv") {
    const text = [header, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n");
    return { fileName, contentType, body: Buffer.from(`\uFEFF${text}\r\n`, "utf8") };
  }
  const body = await writeXlsx({
    sheets: [
      {
        name: title,
        columns: header.map((column) => ({ header: column, width: COLUMN_WIDTH })),
        rows: rows.map((row) => row.map(plain)),
        freezePane: { rows: 1 },
      },
    ],
  });
  return { fileName, contentType, body };
}
