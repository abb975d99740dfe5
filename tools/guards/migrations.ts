import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const FUNCTION_FILE = /^[a-z0-9_]+\.sql$/;
const CREATES_FUNCTION = /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure)\b/im;

/** Numbers decide the order for good, so each is used once; bodies of functions stand in one place, which is applied again. */
export function migrationProblems(root: string): string[] {
  const folder = join(root, "database");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== "README.md") : [];
  const migrations = names.filter((name) => name !== "functions");
  if (migrations.length === 0) return ["database/: no migrations found, so nothing was checked"];
  const functions = names.includes("functions") ? readdirSync(join(folder, "functions")) : [];
  const seen = new Map<string, string>();
  return [
    ...migrations.toSorted().flatMap((name) => {
      const number = NAME.exec(name)?.[1];
      if (!number) return [`database/${name}: use a name like 0042_what_it_does.sql`];
      const earlier = seen.get(number);
      seen.set(number, name);
      return [
        ...(earlier ? [`database/${name}: the number is taken by ${earlier}`] : []),
        ...contentProblems(join(folder, name), `database/${name}`, functions),
      ];
    }),
    ...functions.flatMap((name) => functionFileProblems(join(folder, "functions", name), name)),
  ];
}

function contentProblems(path: string, shown: string, functions: readonly string[]): string[] {
  const text = readFileSync(path, "utf8");
  const missing = [...text.matchAll(/^-- needs: (\S+)$/gm)].filter((match) => !functions.includes(match[1]!));
  return [
    ...(CREATES_FUNCTION.test(text) ? [`${shown}: write functions into database/functions/*.sql`] : []),
    ...missing.map((match) => `${shown}: needs ${match[1]}, which is not in database/functions`),
  ];
}

/** Applied again and again: only what can be. Everything after `create or replace function … $$ … $$;` is a grant. */
function functionFileProblems(path: string, name: string): string[] {
  const shown = `database/functions/${name}`;
  if (!FUNCTION_FILE.test(name)) return [`${shown}: use a name like what_it_serves.sql`];
  const statements = readFileSync(path, "utf8")
    .replaceAll(/\$\$.*?\$\$/gs, "''")
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  const wrong = statements.filter(
    (one) => !/^(?:create or replace function|(?:grant|revoke) execute on function)\b/.test(one),
  );
  return wrong.map((one) => `${shown}: "${one.split("\n")[0]}" belongs into a numbered migration`);
}
