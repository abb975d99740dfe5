import type { SourceFile } from "./source-files.ts";

const PRODUCT = /^(?:apps\/server\/src\/(?:modules|demo|platform)\/.*\.ts|database\/functions\/.*\.sql)$/;
const NOT_PRODUCT = /\.test\.ts$|-fixture\.ts$/;
const UPDATE = /\bupdate\s+(\w+)\b([^`;]*)/gi;

/** Where a lifecycle keeps its state. */
export type Kept = { table: string; column: string };

/**
 * A state moves through the engine alone, which knows who may, writes the timeline and tells messages, programs and open pages.
 * SQL that sets such a column by itself does none of this.
 */
export function lifecycleMoves(files: readonly SourceFile[], kept: readonly Kept[]): string[] {
  const columns = new Map(kept.map(({ table, column }) => [table, column]));
  return files
    .filter(({ path }) => PRODUCT.test(path) && !NOT_PRODUCT.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(UPDATE)].flatMap(([, table = "", rest = ""]) => {
        const column = columns.get(table);
        return column !== undefined && setColumns(rest).includes(column)
          ? [`${path}: ${table}.${column} is set by hand; use the engine's advance`]
          : [];
      }),
    );
}

/** The names before each `=` of the set clause; what stands in brackets or within a case is a value. */
function setColumns(rest: string): string[] {
  const clause = /\bset\b([\s\S]*)/i.exec(rest)?.[1] ?? "";
  let text = clause.replaceAll(/\$\{[^}]*\}/g, "?");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replaceAll(/\([^()]*\)/g, "?").replaceAll(/\bcase\b(?:(?!\bcase\b)[\s\S])*?\bend\b/gi, "?");
  }
  const set = text.split(/\b(?:where|from|returning)\b/i)[0]!;
  return set.split(",").flatMap((part) => /^\s*(\w+)\s*=/.exec(part)?.[1] ?? []);
}
