import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moneyOf } from "./money.ts";
import { convertBack, convertMoney, crossRate, lessBasisPoints, shareOf, type RoundingMode } from "./rates.ts";

describe("conversion", () => {
  test("honours the decimals of both currencies", () => {
    expect(convertMoney(moneyOf("USD", 10_000n), "JPY", "151.237", "down")).toEqual(moneyOf("JPY", 15_123n));
    expect(convertMoney(moneyOf("JPY", 15_123n), "USD", "0.00661214", "halfEven")).toEqual(moneyOf("USD", 10_000n));
    expect(convertMoney(moneyOf("USD", 1n), "CNY", "7.1", "up")).toEqual(moneyOf("CNY", 8n));
  });

  test.each<[RoundingMode, bigint, bigint]>([
    ["up", 3n, -3n],
    ["down", 2n, -2n],
    ["ceiling", 3n, -2n],
    ["floor", 2n, -3n],
    ["halfUp", 3n, -3n],
    ["halfEven", 2n, -2n],
  ])("%s decides 2.5 by name", (mode, positive, negative) => {
    expect(convertMoney(moneyOf("USD", 5n), "EUR", "0.5", mode).minor).toBe(positive);
    expect(convertMoney(moneyOf("USD", -5n), "EUR", "0.5", mode).minor).toBe(negative);
  });

  test("paying what convertBack asks for gives at least what was wanted", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 1, max: 10 ** 9 }), (minor, millionths) => {
        const rate = (millionths / 1_000_000).toFixed(6);
        const wanted = moneyOf("CNY", minor);
        const cost = convertBack(wanted, "USD", rate, "up");
        expect(convertMoney(cost, "CNY", rate, "down").minor).toBeGreaterThanOrEqual(minor);
        expect(convertMoney(moneyOf("USD", cost.minor - 1n), "CNY", rate, "down").minor).toBeLessThan(minor);
      }),
    );
  });

  test.each(["", "0", "0.0", "-1", "1e3", "NaN", "Infinity", "1.", "7,1"])("%j is not a rate", (rate) =>
    expect(() => convertMoney(moneyOf("USD", 1n), "CNY", rate, "down")).toThrow(RangeError),
  );
});

test("shares, markups and crosses are exact decimals", () => {
  expect(shareOf(moneyOf("USD", 12_345n), "12.5", "halfUp").minor).toBe(15n);
  expect(lessBasisPoints("7.1", "50")).toBe("7.0645");
  expect(crossRate("0.9", "7.2")).toBe("8");
});
