import { describe, expect, it } from "vitest";
import { amountText, grouped, moneyText, roundTo, shortAmountText } from "./money-text.ts";

describe("amounts", () => {
  it.each([
    ["12300", "USD", "12,300.00"],
    ["0", "USD", "0.00"],
    ["-60", "USD", "\u221260.00"],
    ["-0.00", "USD", "0.00"],
    ["612000", "JPY", "612,000"],
    ["612000.00", "JPY", "612,000"],
    ["999", "CNY", "999.00"],
    ["1234567890123456.78", "CNY", "1,234,567,890,123,456.78"],
    ["0001.5", "USD", "1.50"],
    ["7.09784", "CNY", "7.09784"],
  ] as const)("%s %s is shown as %s", (amount, currency, shown) => {
    expect(amountText(amount, currency)).toBe(shown);
  });

  it("puts the sign at the digits", () => {
    expect(amountText("18640", "USD", "both")).toBe("+18,640.00");
    expect(amountText("-20000", "USD", "both")).toBe("\u221220,000.00");
    expect(amountText("0", "USD", "both")).toBe("0.00");
    expect(amountText("-5", "USD", "none")).toBe("5.00");
    expect(moneyText("-60", "USD")).toBe("USD\u2009\u221260.00");
  });

  it.each(["", "1,000", "1e3", "abc", "1.2.3", "NaN"])("refuses %j instead of showing it", (text) => {
    expect(() => amountText(text, "USD")).toThrow(RangeError);
  });
});

describe("figures that are not money", () => {
  it("shortens axis labels", () => {
    expect([0, 800, 1511.6, 12_000, 527_000, 128_000_000, -52_000].map(shortAmountText)).toEqual([
      "0",
      "800",
      "1,511.60",
      "1.2 万",
      "52.7 万",
      "1.3 亿",
      "\u22125.2 万",
    ]);
  });

  it("rounds to two decimals unless told, halves away from zero", () => {
    expect(roundTo(1.005)).toBe(1.01);
    expect(roundTo(-1.005)).toBe(-1.01);
    expect(roundTo(2.345, 1)).toBe(2.3);
    expect(roundTo(12.5, 0)).toBe(13);
    expect(roundTo(1e21)).toBe(1e21);
  });

  it("groups numbers as they are printed", () => {
    expect(grouped("6222021234560831")).toBe("6222 0212 3456 0831");
  });
});
