import { expect, test } from "vitest";
import { judge } from "./commands.ts";

test("counts are taken as they are", () => {
  expect(judge({ passed: 3, failed: 0, skipped: 1 }, 0, "noise")).toEqual({
    passed: 3,
    failed: 0,
    skipped: 1,
    output: "",
  });
  expect(judge({ passed: 3, failed: 2, skipped: 0 }, 1, "why")).toEqual({
    passed: 3,
    failed: 2,
    skipped: 0,
    output: "why",
  });
});

test.each([
  ["crashed without a report", undefined, 0],
  ["ran nothing", { passed: 0, failed: 0, skipped: 4 }, 0],
  ["failed outside its tests", { passed: 3, failed: 0, skipped: 0 }, 1],
] as const)("a runner that %s has failed", (_how, counts, code) => {
  expect(judge(counts, code, "why")).toMatchObject({ failed: 1, output: "why" });
});
