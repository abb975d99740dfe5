import * as domain from "@coralhub/domain";
import { expect, test } from "vitest";
import { LIVE_FEATURES, questionsAbout } from "./live-features.ts";

const isLifecycle = (value: unknown): value is domain.Lifecycle =>
  typeof value === "object" && value !== null && "actions" in value && "stored" in value;
const lifecycles = Object.values<unknown>(domain)
  .filter(isLifecycle)
  .flatMap(({ stored }) => stored ?? []);
const ofMerchants = lifecycles.filter(({ key = ["merchant_id"], quiet }) => key.includes("merchant_id") && !quiet);
const told = LIVE_FEATURES.flatMap(({ money = [], own = [] }) => [...money, ...own]);

test("what moves for a merchant is known to exactly one feature, so that no page asks everything again", () => {
  expect(ofMerchants.length).toBeGreaterThan(30);
  expect([...new Set(ofMerchants.map(({ table }) => table))].filter((table) => !told.includes(table))).toEqual([]);
  expect(told.filter((table, at) => told.indexOf(table) !== at)).toEqual([]);
  const tables = new Set(lifecycles.map(({ table }) => table));
  const shown = LIVE_FEATURES.flatMap(({ shows = [] }) => shows).filter(
    (word) => word !== "money" && word !== "anything",
  );
  expect([...told, ...shown].filter((table) => !tables.has(table))).toEqual([]);
});

test("a move asks what shows it, and a move of money what shows the merchant's money too", () => {
  const asked = (table: string) => questionsAbout(table).map(([first]) => first);
  expect(new Set(asked("mybank_binding"))).toEqual(new Set(["home", "mybank", "payouts"]));
  expect(asked("loan")).toEqual(expect.arrayContaining(["lending", "wallet", "activity", "home", "collections"]));
  expect(asked("loan")).not.toContain("stores");
  expect(asked("income").filter((key) => key === "collections")).toHaveLength(1);
  expect(questionsAbout("a table of tomorrow")).toEqual([[]]);
});
