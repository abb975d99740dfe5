import { Refusal, type Filter, type ListSpec } from "@coralhub/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { ColumnSql, Condition, ListFilters, ListScope, ListSource, Sql } from "./list-query.ts";
import { likeText } from "./sql-words.ts";
import { timeRange } from "./time.ts";

/** More parts than this are read at once: each is a plan of its own. */
const MOST_PARTS = 12;

const joined = (conditions: readonly Condition[]): Sql =>
  sql.join(
    conditions.map((condition) => ("whole" in condition ? condition.whole : condition)),
    sql` and `,
  );

export function listConditions<R extends z.ZodObject>(
  scope: ListScope,
  spec: ListSpec<R>,
  source: ListSource<R>,
  filters: ListFilters,
): Sql {
  return joined(conditionsOf(scope, spec, source, filters));
}

/** The same as conditions no row fulfils two of: each can be counted along an index of its own. */
export function listParts<R extends z.ZodObject>(
  scope: ListScope,
  spec: ListSpec<R>,
  source: ListSource<R>,
  filters: ListFilters,
): Sql[] {
  const conditions = conditionsOf(scope, spec, source, filters);
  const at = conditions.findIndex(
    (condition) => "parts" in condition && condition.parts.length > 0 && condition.parts.length <= MOST_PARTS,
  );
  const parted = conditions[at];
  if (!parted || !("parts" in parted)) return [joined(conditions)];
  return parted.parts.map((part) => joined(conditions.with(at, part)));
}

/** Whose rows first, always; then what is true of the list; then what the reader asked for. */
function conditionsOf<R extends z.ZodObject>(
  scope: ListScope,
  spec: ListSpec<R>,
  source: ListSource<R>,
  filters: ListFilters,
): Condition[] {
  const conditions: Condition[] = ["ownerId" in scope ? sql`${source.owner} = ${scope.ownerId}` : sql`true`];
  if (source.where) conditions.push(sql`(${source.where})`);
  for (const [name, filter] of Object.entries<Filter | undefined>(spec.filters)) {
    const value = filters[name];
    if (!filter || value === undefined) continue;
    if (typeof value === "string" && value.includes("\0"))
      throw new Refusal("input.invalid", {}, { [name]: "含有无法识别的字符，请重新输入" });
    const own = source.conditions?.[name];
    conditions.push(...(own ? own(value) : condition(name, filter, columnOf(source, name), value)));
  }
  return conditions;
}

function columnOf<R extends z.ZodObject>(source: ListSource<R>, name: string): Sql {
  const column: ColumnSql = source.columns[name as keyof typeof source.columns];
  return "minor" in column ? column.minor : column;
}

/** Values come from the list's own input schema, so their shapes are known. Text is compared as text whatever the column is. */
function condition(name: string, filter: Filter, column: Sql, value: unknown): Condition[] {
  switch (filter.kind) {
    case "choice": {
      const chosen = value as string[];
      if (chosen.length === 0) return [];
      // One value keeps an index on it in the list's order; several do not.
      const parts = [...new Set(chosen)].map((one) => sql`(${column})::text = ${one}`);
      return parts.length === 1 ? parts : [{ whole: sql`(${column})::text = any(${chosen}::text[])`, parts }];
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

export const containsText = (column: Sql, text: string): Sql => sql`(${column})::text ilike ${`%${likeText(text)}%`}`;

/** The same for a column with an index over its `text_grams`. Where the index is not used, the cheap question comes first. */
export const containsIndexed = (column: Sql, text: string): Sql => {
  // Two neighbouring letters imply each of them.
  const sizes = [Math.min(2, Array.from(text).length)];
  return sql`(${containsText(column, text)} and text_grams(${column}) @> text_grams(${text}, ${sizes}::integer[]))`;
};
