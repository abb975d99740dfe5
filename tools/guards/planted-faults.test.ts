import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULTS } from "../simulate/faults.ts";

const ROOT = join(import.meta.dirname, "../..");

test("ten faults of the past can be planted again", () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(10);
});

// A place that has been rewritten takes its fault along: `npm run simulate:faults` would plant nothing there.
test.each(FAULTS)("$name is planted in places that stand exactly once in their files", ({ edits }) => {
  for (const { file, find, replace } of edits) {
    expect(readFileSync(join(ROOT, file), "utf8").split(find).length - 1, `${file}: ${find}`).toBe(1);
    expect(replace).not.toBe(find);
  }
});
