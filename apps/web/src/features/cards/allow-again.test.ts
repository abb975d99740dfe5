import { parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import { allowCurrency, allowItem } from "./allow-again.ts";

test("the button of an old decline lets one more in, and never shuts out what its owner has allowed since", () => {
  const only = { mode: "only" as const, items: ["US"] };
  expect(allowItem(only, "HK").items).toEqual(["US", "HK"]);
  expect(allowItem(only, "US").items).toEqual(["US"]);
  expect(allowItem({ mode: "only" as const, items: [] }, "HK").items).toEqual([]);
  expect(allowItem({ mode: "except" as const, items: ["HK", "RU"] }, "HK").items).toEqual(["RU"]);
  const dollars = { currency: "USD" as const, perTransaction: null };
  const euros = { currency: "EUR" as const, perTransaction: parseMoney("5.00", "EUR") };
  expect(allowCurrency([dollars], "EUR")).toEqual([dollars, { ...euros, perTransaction: null }]);
  expect(allowCurrency([euros, dollars], "EUR")).toEqual([dollars, { ...euros, perTransaction: null }]);
  expect(allowCurrency([], "EUR")).toEqual([]);
});
