import type { ListSpec } from "@coralhub/contract";
import { parse } from "csv-parse";
import { writeXlsxStream } from "hucre/xlsx";
import { Readable } from "node:stream";
import type { z } from "zod";
import type { Database } from "./db.ts";
import { readRows } from "./list-export.ts";
import type { ListSource, Sql } from "./list-query.ts";

/** Beyond this many digits a spreadsheet's number is no longer the amount. */
const EXACT_DIGITS = 15;
const COLUMN_WIDTH = 18;

/** The same rows as the CSV, as an Excel workbook: written while it is read, whatever its length. */
export async function* exportWorkbook<R extends z.ZodObject>(
  database: Pick<Database, "copyOut" | "lists">,
  spec: ListSpec<R>,
  source: ListSource<R>,
  where: Sql,
  onRows?: (rows: number) => void,
): AsyncIterable<Uint8Array> {
  const { cells, csv } = readRows(database, spec, source, where);
  const lines = Readable.from(csv).compose(parse()) as AsyncIterable<string[]>;
  const columns = cells.map(({ header }) => ({ header, width: COLUMN_WIDTH }));
  const rows = async function* () {
    let count = 0;
    for await (const line of lines) {
      yield line.map((text, at) => (cells[at]!.isNumber ? numberOf(text) : text));
      onRows?.(++count);
    }
  };
  yield* writeXlsxStream(rows(), { name: spec.title, columns, freezePane: { rows: 1 } });
}

const numberOf = (text: string): number | string =>
  text !== "" && text.replaceAll(/\D/g, "").length <= EXACT_DIGITS ? Number(text) : text;
