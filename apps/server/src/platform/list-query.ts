import { COUNT_CAP, Refusal, type FileReply, type ListInput, type ListOutput, type ListSpec } from "@coralhub/contract";
import { EXPORT_FORMATS, toShanghaiDay, type ExportFormat } from "@coralhub/domain";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";
import type { Clock } from "./clock.ts";
import type { Database, Db } from "./db.ts";
import { readCursor, writeCursor, type CursorBinding } from "./list-cursor.ts";
import { exportRows } from "./list-export.ts";
import { exportWorkbook } from "./list-workbook.ts";
import { rowReader } from "./list-row.ts";
import { listConditions, listParts } from "./list-conditions.ts";
import { countRows, createCappedCount, type CappedCount } from "./list-count.ts";
import type { Secrets } from "./secrets.ts";

export type Sql = RawBuilder<unknown>;
/** Money is two columns of the database and one of the list. */
export type ColumnSql = Sql | { minor: Sql; currency: Sql };

/** What a filter asks of a row; where it is one of several things, also as parts that no row fulfils two of. */
export type Condition = Sql | { whole: Sql; parts: readonly Sql[] };

/** Where a list's rows come from: one trusted expression per field of its row. */
export type ListSource<R extends z.ZodObject> = {
  /** What stands after the word from: a table with its alias, and what it is joined with. */
  from: Sql;
  /** Without what only columns need, where conditions need no more: what is counted is then read in an index alone. */
  counted?: Sql;
  /** The column that says whose row it is, first in the index the list reads: sql`p.merchant_id` */
  owner: Sql;
  /** Unique among one owner's rows; the tie-breaker of every order: sql`p.id` */
  id: Sql;
  /** What is true of every row of this list, besides whose it is. */
  where?: Sql;
  columns: { [K in keyof z.output<R> & string]: ColumnSql };
  /** Filters that mean more than comparing their column, or are found in another way. */
  conditions?: Partial<Record<string, (value: unknown) => Condition[]>>;
  /** Last touch on a row of a page that SQL cannot give (sealed values); such a list has no export. */
  finish?(row: Record<string, unknown>): Record<string, unknown>;
};

/** Whose rows. Only operators' lists may say `all`, and they must say it. */
export type ListScope = { ownerId: string } | { scope: "all" };
export type ListFilters = Record<string, unknown>;

/** The one builder behind every page, count and export: they cannot disagree, and none can forget the owner. */
export type Lists = {
  page<R extends z.ZodObject>(
    scope: ListScope,
    spec: ListSpec<R>,
    source: ListSource<R>,
    input: ListInput,
  ): Promise<ListOutput<z.output<R>>>;
  /** The list's columns and headers as a file, streamed from PostgreSQL however many rows it has. */
  export<R extends z.ZodObject>(
    scope: ListScope,
    spec: ListSpec<R>,
    source: ListSource<R>,
    filters: ListFilters,
    options?: ExportOptions,
  ): FileReply;
  /** How many rows the filters leave, all of them. */
  count<R extends z.ZodObject>(
    scope: ListScope,
    spec: ListSpec<R>,
    source: ListSource<R>,
    filters: ListFilters,
  ): Promise<number>;
};
export type ExportOptions = {
  format?: ExportFormat;
  /** Told after each piece how many rows are out. */
  onRows?: (rows: number) => void;
  /** A job's: nobody waits at the other end, and the queue decides how many run at once. */
  unattended?: boolean;
};

type Dependencies = {
  database: Pick<Database, "readList" | "copyOut" | "lists">;
  secrets: Pick<Secrets, "sign">;
  clock: Clock;
};
type Raw = Record<string, unknown> & { "#sort": string; "#id": string };

/** Each export holds a connection of the list pool for as long as the reader takes. */
const MOST_EXPORTS = 2;

export function createLists({ database, secrets, clock }: Dependencies): Lists {
  let exporting = 0;
  const countCapped = createCappedCount(clock);
  return {
    page: (scope, spec, source, input) =>
      database.readList((db) => readPage({ db, secrets, countCapped }, scope, spec, source, input)),
    count: (scope, spec, source, filters) =>
      database.readList((db) => countRows(db, source, listConditions(scope, spec, source, filters))),
    export(scope, spec, source, filters, { format = "csv", onRows, unattended = false } = {}) {
      if (source.finish)
        throw new Error(`${spec.title} cannot be exported: its rows are finished outside the database`);
      const where = listConditions(scope, spec, source, filters);
      const rows = (format === "csv" ? exportRows : exportWorkbook)(database, spec, source, where, onRows);
      const body = async function* () {
        // Counted where it begins to hold a connection: who only asked may never read.
        if (!unattended && exporting >= MOST_EXPORTS) throw new Refusal("server.busy");
        exporting += unattended ? 0 : 1;
        try {
          yield* rows;
        } finally {
          exporting -= unattended ? 0 : 1;
        }
      };
      return {
        fileName: `${spec.title}-${toShanghaiDay(clock.now())}.${format}`,
        contentType: EXPORT_FORMATS[format].contentType,
        body: body(),
      };
    },
  };
}

async function readPage<R extends z.ZodObject>(
  { db, secrets, countCapped }: { db: Db; secrets: Pick<Secrets, "sign">; countCapped: CappedCount },
  scope: ListScope,
  spec: ListSpec<R>,
  source: ListSource<R>,
  input: ListInput,
): Promise<ListOutput<z.output<R>>> {
  const { pageNo, pageSize, order, cursor } = input;
  const sort = input.sort ?? spec.sort[0];
  const sortSql = orderable(source.columns[sort as keyof typeof source.columns]);
  const where = listConditions(scope, spec, source, input.filters);
  const binding: CursorBinding = { list: spec.title, owner: "ownerId" in scope ? scope.ownerId : "all", sort, order };
  const after = cursor === undefined ? undefined : readCursor(secrets, binding, cursor);
  const skipped = after ? 0 : (pageNo - 1) * pageSize;
  if (skipped >= COUNT_CAP)
    throw new Refusal("input.invalid", {}, { pageNo: "页码太大，请用筛选条件缩小范围，或逐页向后翻" });

  const direction = sql.raw(order);
  const inOrder = sql`order by ${sortSql} ${direction}, ${source.id} ${direction}`;
  const seek = after
    ? sql` and (${sortSql}, ${source.id}) ${sql.raw(order === "desc" ? "<" : ">")} (${after.value}, ${after.id})`
    : sql``;
  const part = sql`where ${where}${seek} ${inOrder} limit ${pageSize + 1} offset ${skipped}`;
  // Found before anything is joined: where the database does not know yet how many rows an owner has, it would join them
  // all and sort them then.
  const found =
    source.counted && "ownerId" in scope
      ? sql`where ${where} and ${source.id} = any(array(select ${source.id} from ${source.counted} ${part})) ${inOrder}`
      : part;
  const { rows } = await sql<Raw>`
    select ${selection(source)}, (${sortSql})::text as "#sort", (${source.id})::text as "#id"
    from ${source.from} ${found}`.execute(db);

  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1)! : undefined;
  const isWhole = !after && skipped === 0 && !last;
  const read = rowReader(spec.row, source.finish);
  return {
    records: shown.map((row) => read(row)) as z.output<R>[],
    total: isWhole
      ? shown.length
      : await countCapped(db, source, listParts(scope, spec, source, input.filters), inOrder),
    pageNo,
    pageSize,
    ...(last ? { nextCursor: writeCursor(secrets, binding, { value: last["#sort"], id: last["#id"] }) } : {}),
  };
}

const orderable = (column: ColumnSql): Sql => ("minor" in column ? column.minor : column);

function selection<R extends z.ZodObject>(source: ListSource<R>): Sql {
  const parts = Object.entries<ColumnSql>(source.columns).flatMap(([name, column]) =>
    "minor" in column
      ? [sql`${column.minor} as ${sql.id(`${name}#minor`)}`, sql`${column.currency} as ${sql.id(`${name}#currency`)}`]
      : [sql`${column} as ${sql.id(name)}`],
  );
  return sql.join(parts);
}
