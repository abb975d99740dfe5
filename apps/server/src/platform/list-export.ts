import type { Column, ListSpec } from "@coralhub/contract";
import { CURRENCIES } from "@coralhub/domain";
import { sql } from "kysely";
import pg from "pg";
import type { z } from "zod";
import type { Database } from "./db.ts";
import type { ColumnSql, ListSource, Sql } from "./list-query.ts";
import { TIME_ZONE } from "./time.ts";

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = "\uFEFF";
/** A cell that begins with one of these is run as a formula by spreadsheets; full-width forms too. */
const FORMULA_STARTS = ["=", "+", "@", "-", "\t", "\r", "\n", "＝", "＋", "－", "＠"].map((sign) =>
  sign.codePointAt(0)!,
);

type Cell = { header: string; text: Sql; isNumber?: true };
type Rows = { cells: Cell[]; csv: AsyncIterable<Uint8Array> };

/** `where` was built before: whatever is wrong with the filters is refused before the first byte is sent. */
export async function* exportRows<R extends z.ZodObject>(
  database: Pick<Database, "copyOut" | "lists">,
  spec: ListSpec<R>,
  source: ListSource<R>,
  where: Sql,
  onRows?: (rows: number) => void,
): AsyncIterable<Uint8Array> {
  const { cells, csv } = readRows(database, spec, source, where);
  yield Buffer.from(`${BYTE_ORDER_MARK}${cells.map(({ header }) => csvCell(header)).join(",")}\n`);
  const count = onRows && rowCounter();
  for await (const piece of csv) {
    yield piece;
    if (count) onRows(count(piece));
  }
}

/** The list's rows as PostgreSQL writes them, without a header. */
export function readRows<R extends z.ZodObject>(
  database: Pick<Database, "copyOut" | "lists">,
  spec: ListSpec<R>,
  source: ListSource<R>,
  where: Sql,
): Rows {
  const cells = Object.entries<Column | undefined>(spec.columns).flatMap(([name, column]) =>
    column ? cellsOf(column, source.columns[name as keyof typeof source.columns]) : [],
  );
  const sort: ColumnSql = source.columns[spec.sort[0]];
  const query = sql`
    select ${sql.join(cells.map(({ text }) => text))} from ${source.from} where ${where}
    order by ${"minor" in sort ? sort.minor : sort} desc, ${source.id} desc`.compile(database.lists);
  return { cells, csv: database.copyOut(inlined(query.sql, query.parameters)) };
}

const QUOTE = 34;
const NEWLINE = 10;

/** Ends of lines outside quotes, over all pieces given so far. */
function rowCounter(): (piece: Uint8Array) => number {
  let rows = 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === NEWLINE && !quoted) rows++;
    }
    return rows;
  };
}

/** An amount and its currency are two cells: one to add up, one to read. */
function cellsOf({ header, as, lifecycle, options }: Column, column: ColumnSql): Cell[] {
  if ("minor" in column) {
    const { minor, currency } = column;
    return [
      { header, text: amountText(minor, currency), isNumber: true },
      // One of our own codes, so nobody can have put a formula there.
      { header: `${header}币种`, text: currency },
    ];
  }
  if (as === "time") return [{ header, text: sql`date_trunc('second', (${column}) at time zone ${TIME_ZONE})::text` }];
  if (as === "state" && lifecycle) {
    const labels = Object.entries(lifecycle.states).flatMap(([state, { label, wire }]) => [
      { value: state, label },
      { value: String(wire ?? state), label },
    ]);
    return [{ header, text: worded(column, labels) }];
  }
  return [{ header, text: options ? worded(column, options) : harmless(column) }];
}

/** A look-up in a constant: a row of cases would be tried one after the other for every row. */
function worded(column: Sql, words: readonly { value: string; label: string }[]): Sql {
  const table = JSON.stringify(Object.fromEntries(words.map(({ value, label }) => [value, label])));
  return sql`coalesce(${table}::jsonb ->> (${column})::text, (${column})::text)`;
}

/** A product with as many decimals as the currency has; a division would have to be rounded, and costs far more. */
function amountText(minor: Sql, currency: Sql): Sql {
  const whole = Object.entries<{ digits: number }>(CURRENCIES).filter(([, { digits }]) => digits === 0);
  return sql`(case when ${currency} = any(${whole.map(([code]) => code)}::text[]) then ${minor} else ${minor} * 0.01 end)::text`;
}

const harmless = (column: Sql): Sql =>
  sql`case when ascii((${column})::text) = any(${FORMULA_STARTS}::int4[]) then '''' || (${column})::text else (${column})::text end`;

const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** COPY takes no parameters, so they become literals: the driver's own escaping, in one pass over placeholders we made. */
export const inlined = (text: string, parameters: readonly unknown[]): string =>
  text.replaceAll(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (value instanceof Date) return `${pg.escapeLiteral(value.toISOString())}::timestamptz`;
  if (Array.isArray(value)) return `array[${value.map(literal).join(",")}]`;
  throw new Error("this kind of value cannot be written into an export");
}
