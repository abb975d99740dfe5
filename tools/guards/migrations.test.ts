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
