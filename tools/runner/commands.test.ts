import { join } from "node:path";
import { expect, test } from "vitest";
import { judge, refusedByPlaywright, refusedByVitest, ROOT } from "./commands.ts";

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

test("failed tests are named with their reason, a file that does not load by itself", () => {
  const passed = { status: "passed", fullName: "holds", failureMessages: [] };
  const failed = { status: "failed", fullName: "money is kept", failureMessages: ["\u001B[31mexpected 1\u001B[39m"] };
  expect(
    refusedByVitest({
      testResults: [
        { name: join(ROOT, "a.test.ts"), status: "failed", message: "", assertionResults: [passed, failed] },
        { name: join(ROOT, "b.test.ts"), status: "failed", message: "no such module", assertionResults: [] },
        { name: join(ROOT, "c.test.ts"), status: "passed", message: "", assertionResults: [passed] },
      ],
    }),
  ).toEqual([
    { test: "a.test.ts › money is kept", why: "expected 1" },
    { test: "b.test.ts", why: "no such module" },
  ]);
  const spec = { title: "a page opens", file: "pages.spec.ts", line: 36 };
  const ran = (message?: string) => [{ projectName: "phone", results: [{ error: message ? { message } : undefined }] }];
  expect(
    refusedByPlaywright([
      { suites: [{ specs: [{ ...spec, ok: false, tests: ran("no heading") }] }] },
      { specs: [{ ...spec, ok: true, tests: ran() }] },
    ]),
  ).toEqual([{ test: "pages.spec.ts:36 › a page opens (phone)", why: "no heading" }]);
});
