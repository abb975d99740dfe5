import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callsWithoutJourney, coveragePage, unprovenCalls } from "./coverage-page.ts";
import { callAt, journeyExists, keptJourneys } from "./journeys.ts";

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

test("every call of the specification that a page makes is made by a journey", { timeout: 30_000 }, () => {
  expect(callsWithoutJourney()).toEqual([]);
});

test("every journey that is named as a proof is there, by its file and its title", () => {
  const gone = Object.entries(keptJourneys()).filter(([, journey]) => !journeyExists(journey));
  expect(gone).toEqual([]);
  expect(
    journeyExists({ file: "portal-pages-full.spec.ts", title: "/shopManage is accessible and fits its window @phone" }),
  ).toBe(true);
  expect(journeyExists({ file: "payouts.spec.ts", title: "nobody wrote this one" })).toBe(false);
});

test("what a browser asked for is the call that answers it: words before parameters", () => {
  expect(callAt("GET /api/home")).toBe("home.home");
  expect(callAt("POST /api/register/")).toBe("identity.register");
  expect(callAt("GET /api/withdrawal/0199b7a2-7c3f-7d58-8cf5-4f4b8f0a8f11")).toBe("payouts.payout");
  expect(callAt("GET /api/withdrawal/ba")).toBe("payouts.payoutAccounts");
  expect(callAt("GET /api/nobody/answers/this")).toBeUndefined();
});
