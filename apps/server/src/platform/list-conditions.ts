import { Refusal, type Filter, type ListSpec } from "@coralhub/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { ColumnSql, ListFilters, ListScope, ListSource, Sql } from "./list-query.ts";
import { timeRange } from "./time.ts";

/** Whose rows first, always; then what is true of the list; then what the reader asked for. */
export function listConditions<R extends z.ZodObject>(
  scope: ListScope,
  spec: ListSpec<R>,
  source: ListSource<R>,
  filters: ListFilters,
): Sql {
  const conditions = ["ownerId" in scope ? sql`${source.owner} = ${scope.ownerId}` : sql`true`];
  if (source.where) conditions.push(sql`(${source.where})`);
  for (const [name, filter] of Object.entries<Filter | undefined>(spec.filters)) {
    const value = filters[name];
    if (!filter || value === undefined) continue;
    if (typeof value === "string" && value.includes("\0"))
      throw new Refusal("input.invalid", {}, { [name]: "含有无法识别的字符，请重新输入" });
    const own = source.conditions?.[name];
    conditions.push(...(own ? own(value) : condition(name, filter, columnOf(source, name), value)));
  }
  return sql.join(conditions, sql` and `);
}

function columnOf<R extends z.ZodObject>(source: ListSource<R>, name: string): Sql {
  const column: ColumnSql = source.columns[name as keyof typeof source.columns];
  return "minor" in column ? column.minor : column;
}

/** Values come from the list's own input schema, so their shapes are known. Text is compared as text whatever the column is. */
function condition(name: string, filter: Filter, column: Sql, value: unknown): Sql[] {
  switch (filter.kind) {
    case "choice": {
      const chosen = value as string[];
      if (chosen.length === 0) return [];
      // One value keeps an index on it in the list's order; several do not.
      return [
        chosen.length === 1 ? sql`(${column})::text = ${chosen[0]}` : sql`(${column})::text = any(${chosen}::text[])`,
      ];
    }
    case "dateRange": {
      const range = timeRange(value as { begin?: string; end?: string });
      if (!range) throw new Refusal("input.invalid", {}, { [name]: "日期格式应为 2026-11-15" });
      return [
        ...(range.from ? [sql`${column} >= ${range.from}`] : []),
        ...(range.before ? [sql`${column} < ${range.before}`] : []),
      ];
    }
    case "text": {
      const text = value as string;
      if (text === "") return [];
      return [filter.match === "exact" ? sql`(${column})::text = ${text}` : containsText(column, text)];
    }
  }
}

export const containsText = (column: Sql, text: string): Sql =>
  sql`(${column})::text ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
