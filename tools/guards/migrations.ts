import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/** Numbers decide the order for good, so each is used once. */
export function migrationProblems(root: string): string[] {
  const folder = join(root, "database");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== "README.md") : [];
  if (names.length === 0) return ["database/: no migrations found, so nothing was checked"];
  const seen = new Map<string, string>();
  return names.toSorted().flatMap((name) => {
    const number = NAME.exec(name)?.[1];
    if (!number) return [`database/${name}: use a name like 0042_what_it_does.sql`];
    const earlier = seen.get(number);
    seen.set(number, name);
    return earlier ? [`database/${name}: the number is taken by ${earlier}`] : [];
  });
}
