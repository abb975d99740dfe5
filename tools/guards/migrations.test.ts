import { afterEach, expect, test } from "vitest";
import { migrationProblems } from "./migrations.ts";
import { plantTree, type PlantedTree } from "./planted-tree.ts";

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());
const problemsOf = (...names: string[]) =>
  migrationProblems((tree = plantTree(Object.fromEntries(names.map((name) => [`database/${name}`, ""])))).root);

test("numbers in order are fine", () => expect(problemsOf("0001_a.sql", "0010_b_c.sql", "README.md")).toEqual([]));
test("a number used twice is found", () =>
  expect(problemsOf("0001_a.sql", "0001_b.sql")).toEqual([expect.stringContaining("0001_a.sql")]));
test.each(["1_a.sql", "0001-a.sql", "0001_A.sql", "0001_a.txt"])("%s is not a migration's name", (name) =>
  expect(problemsOf(name)).toHaveLength(1),
);
test("no migrations at all is a failure", () => expect(problemsOf()).toHaveLength(1));

const problemsIn = (files: Record<string, string>) => migrationProblems((tree = plantTree(files)).root);
const FUNCTION = "create or replace function f() returns int language sql as $$ select 1; $$;\n";

test("functions in their own place are fine, with what they are granted to", () =>
  expect(
    problemsIn({
      "database/0001_a.sql": "-- needs: f.sql\ncreate table a (id int);",
      "database/functions/f.sql": `-- Says one.\n${FUNCTION}revoke execute on function f from public;\ngrant execute on function f to app;\n`,
    }),
  ).toEqual([]));
test("a function inside a numbered migration is found", () =>
  expect(problemsIn({ "database/0001_a.sql": FUNCTION })).toEqual([expect.stringContaining("database/functions")]));
test("a needed file that is not there is found", () =>
  expect(problemsIn({ "database/0001_a.sql": "-- needs: f.sql\n" })).toEqual([expect.stringContaining("needs f.sql")]));
test.each([
  "create table b (id int)",
  "create function f() returns int language sql as $$ select 1 $$",
  "drop function f",
])("%s cannot be applied again and again", (statement) =>
  expect(problemsIn({ "database/0001_a.sql": "", "database/functions/f.sql": `${FUNCTION}${statement};` })).toEqual([
    expect.stringContaining("numbered migration"),
  ]),
);
