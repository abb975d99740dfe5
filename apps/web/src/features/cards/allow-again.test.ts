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
  const lets = { item: "EUR" as const, amount: parseMoney("8.00", "EUR"), raises: false };
  expect(allowCurrency([dollars], lets)).toEqual([dollars, { ...euros, perTransaction: null }]);
  expect(allowCurrency([], lets)).toEqual([]);
});

test("the button of a currency's limit raises it as far as the purchase needs, and never lifts or lowers it", () => {
  const eur = (text: string | null) => ({
    currency: "EUR" as const,
    perTransaction: text === null ? null : parseMoney(text, "EUR"),
  });
  const dollars = { currency: "USD" as const, perTransaction: null };
  const raises = { item: "EUR" as const, amount: parseMoney("8.00", "EUR"), raises: true };
  expect(allowCurrency([eur("5.00"), dollars], raises)).toEqual([dollars, eur("8.00")]);
  expect(allowCurrency([eur("20.00")], raises)).toEqual([eur("20.00")]);
  expect(allowCurrency([eur(null)], raises)).toEqual([eur(null)]);
  expect(allowCurrency([dollars], raises)).toEqual([dollars, eur("8.00")]);
  // Let in since, with too low a limit: as far as needed, too.
  expect(allowCurrency([eur("5.00")], { ...raises, raises: false })).toEqual([eur("8.00")]);
});
