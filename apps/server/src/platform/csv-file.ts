import type { FileReply } from "@coralhub/contract";

const BYTE_ORDER_MARK = "\uFEFF";
/** A cell that begins so is run as a formula by spreadsheets; a number is meant as one. */
const FORMULA = /^[=+@\-\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(\.\d+)?$/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A small table made in memory; lists are written by PostgreSQL itself. */
export const csvReply = (name: string, rows: readonly (readonly string[])[]): FileReply => ({
  fileName: `${name}.csv`,
  contentType: "text/csv; charset=utf-8",
  body: Buffer.from(BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(",")}\n`).join("")),
});
