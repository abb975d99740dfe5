import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const section = read("docs/ARCHITECTURE.md").split("## Two steps of money, file by file\n")[1]!.split("\n## ")[0]!;
/** Each table's rows, each row its files. */
const stories = section
  .split("\n| Step")
  .slice(1)
  .map((table) =>
    [...table.matchAll(/^\|[^|]+\|([^|]+)\|$/gm)]
      .map(([, files]) => Array.from(files!.matchAll(/`([^`]+)`/g), ([, file]) => file!))
      .filter((files) => files.length > 0),
  );

/** By a path of its own, or, out of a package, by a name that it exports. */
function imports(from: string, to: string): boolean {
  const text = read(from);
  const paths = Array.from(text.matchAll(/from "(\.[^"]+)"/g), ([, path]) => normalize(join(dirname(from), path!)));
  if (paths.includes(to)) return true;
  const [, name] = /^packages\/(\w+)\/src/.exec(to) ?? [];
  const taken = Array.from(text.matchAll(/import (?:type )?\{([^}]*)\} from "@coralhub\/(\w+)"/g)).flatMap(
    ([, words, of]) => (of === name ? words!.split(",").map((word) => word.trim().replace(/^type /, "")) : []),
  );
  const given = Array.from(
    read(to).matchAll(/^export (?:async )?(?:const|function|type) (\w+)/gm),
    ([, word]) => word!,
  );
  return taken.some((word) => given.includes(word.split(" ")[0]!));
}

test.each([
  ["an income", 0, 30],
  ["a withdrawal", 1, 24],
] as const)("%s passes through the files the architecture names, and fewer than it once did", (_story, at, before) => {
  const rows = stories[at]!;
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.flat().filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  for (const files of rows) {
    const apart = files.filter(
      (file, place) =>
        place > 0 && !files.slice(0, place).some((earlier) => imports(earlier, file) || imports(file, earlier)),
    );
    expect(apart).toEqual([]);
  }
  expect(new Set(rows.flat()).size).toBeLessThan(before);
});
