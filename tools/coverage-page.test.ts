import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coveragePage, unprovenCalls } from "./coverage-page.ts";

test("the page of coverage is what the command writes: `npm run docs:coverage`", { timeout: 30_000 }, async () => {
  const kept = readFileSync(`${import.meta.dirname}/../docs/coverage.md`, "utf8");
  const now = await coveragePage();
  const rows = (page: string): string[] => page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows(now).length).toBeGreaterThan(500);
  // The rows that differ say more than two long pages side by side.
  const known = new Set(rows(kept));
  expect(rows(now).filter((row) => !known.has(row))).toEqual([]);
  expect(kept).toBe(now);
});

test("every call of the specification is made by a test that names it", { timeout: 30_000 }, () => {
  expect(unprovenCalls()).toEqual([]);
});
