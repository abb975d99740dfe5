import type { SourceFile } from "./source-files.ts";

/** `create table` and `create view` of each migration: who owns a table stands in the name of the file that creates it. */
const CREATED = /^create (?:unlogged )?(table|view) (?:if not exists )?(\w+)/gim;
const MIGRATION = /^database\/\d{4}_(\w+)\.sql$/;
/** A name after one of these words is a table, and so is the first of a fragment (`income i left join …`). */
const TOUCHED = /(?:\b(from|join|into|update|table)\s+(?:only\s+)?|^\s*)([a-z_][a-z0-9_]*)\b/gi;
const SQL_TEXT = /\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/gs;
const QUERY_TEXT = /(?:`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)")/gs;
const CODE = /^apps\/server\/src\/(modules|rails|platform)\/(?:([\w-]+)\/)?.*\.ts$/;
const NOT_PRODUCT = /\.test\.ts$|-fixture\.ts$/;

export type TableOwners = ReadonlyMap<string, { owner: string; kind: "table" | "view" }>;

export function tableOwners(files: readonly SourceFile[]): TableOwners {
  const owners = new Map<string, { owner: string; kind: "table" | "view" }>();
  for (const { path, text } of files) {
    const owner = MIGRATION.exec(path)?.[1];
    if (owner === undefined) continue;
    for (const [, kind, name] of text.matchAll(CREATED)) {
      owners.set(name!, { owner, kind: kind!.toLowerCase() as "table" | "view" });
    }
  }
  return owners;
}

/**
 * A capability touches its own tables; what others need of them is a view, which anybody may read, or a function of the
 * owner's door. The platform has the tables no capability owns, the simulated outside world those called `sandbox_…`.
 */
export function tableProblems(files: readonly SourceFile[]): string[] {
  const owners = tableOwners(files);
  const capabilities = new Set(
    files.flatMap(({ path }) => /^apps\/server\/src\/modules\/([\w-]+)\//.exec(path)?.[1] ?? []),
  );
  return files.flatMap(({ path, text }) => {
    const [, area, folder] = CODE.exec(path) ?? [];
    if (area === undefined || NOT_PRODUCT.test(path)) return [];
    const foreign = new Set<string>();
    for (const sql of queriesOf(text)) {
      for (const [, word, name] of sql.matchAll(TOUCHED)) {
        const table = owners.get(name!);
        if (!table || maySee(area, folder, table.owner, name!, capabilities)) continue;
        if (table.kind === "view" && !/^(into|update|table)$/i.test(word ?? "")) continue;
        foreign.add(`${path}: ${name} belongs to ${table.owner}`);
      }
    }
    return [...foreign];
  });
}

function maySee(area: string, folder: string | undefined, owner: string, name: string, capabilities: Set<string>) {
  if (area === "modules") return owner === folder;
  if (area === "rails") return name.startsWith("sandbox_");
  return !capabilities.has(owner);
}

/** What is written with the tag, and plain strings that begin like a statement. */
function queriesOf(text: string): string[] {
  const tagged = [...text.matchAll(SQL_TEXT)].map(([, sql]) => sql!);
  const plain = [...text.matchAll(QUERY_TEXT)]
    .map(([, long, short]) => long ?? short ?? "")
    .filter((part) => /^\s*(select|insert|update|delete|with)\b/i.test(part));
  return [...tagged, ...plain];
}
