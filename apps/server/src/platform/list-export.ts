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
/** A cell that begins like this is run as a formula by spreadsheets; full-width forms too. */
const FORMULA_START = "^[=+@\\-\\t\\r\\n＝＋－＠]";

type Cell = { header: string; text: Sql };

/** `where` was built before: whatever is wrong with the filters is refused before the first byte is sent. */
export async function* exportRows<R extends z.ZodObject>(
  database: Pick<Database, "copyOut" | "lists">,
  spec: ListSpec<R>,
  source: ListSource<R>,
  where: Sql,
): AsyncIterable<Uint8Array> {
  const cells = Object.entries<Column | undefined>(spec.columns).flatMap(([name, column]) =>
    column ? cellsOf(column, source.columns[name as keyof typeof source.columns]) : [],
  );
  const sort: ColumnSql = source.columns[spec.sort[0]];
  const query = sql`
    select ${sql.join(cells.map(({ text }) => text))} from ${source.from} where ${where}
    order by ${"minor" in sort ? sort.minor : sort} desc, ${source.id} desc`.compile(database.lists);
  yield Buffer.from(`${BYTE_ORDER_MARK}${cells.map(({ header }) => csvCell(header)).join(",")}\n`);
  yield* database.copyOut(inlined(query.sql, query.parameters));
}

/** An amount and its currency are two cells: one to add up, one to read. */
function cellsOf({ header, as, lifecycle }: Column, column: ColumnSql): Cell[] {
  if ("minor" in column) {
    const { minor, currency } = column;
    return [
      {
        header,
        text: sql`round(${minor}::numeric / power(10::numeric, ${digitsOf(currency)}), ${digitsOf(currency)})::text`,
      },
      { header: `${header}币种`, text: harmless(currency) },
    ];
  }
  if (as === "time")
    return [{ header, text: sql`to_char((${column}) at time zone ${TIME_ZONE}, 'YYYY-MM-DD HH24:MI:SS')` }];
  if (as === "state" && lifecycle) {
    const cases = Object.entries(lifecycle.states).map(
      ([state, { label, wire }]) => sql`when (${column})::text in (${state}, ${String(wire ?? state)}) then ${label}`,
    );
    return [{ header, text: sql`case ${sql.join(cases, sql` `)} else (${column})::text end` }];
  }
  return [{ header, text: harmless(column) }];
}

function digitsOf(currency: Sql): Sql {
  const whole = Object.entries<{ digits: number }>(CURRENCIES).filter(([, { digits }]) => digits === 0);
  return sql`(case when ${currency} = any(${whole.map(([code]) => code)}::text[]) then 0 else 2 end)`;
}

const harmless = (column: Sql): Sql =>
  sql`case when (${column})::text ~ ${FORMULA_START} then '''' || (${column})::text else (${column})::text end`;

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
