import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chooseFeeRule,
  computeFee,
  DEFAULT_FEE_RULES,
  FEE_BUSINESS_NAMES,
  type FeeRule,
  type FeeTerms,
} from "./fees.ts";
import { CURRENCY_CODES } from "../money/currencies.ts";
import { formatMoney, moneyOf, parseMoney } from "../money/money.ts";

const usd = (text: string) => parseMoney(text, "USD");
const read = (terms: FeeTerms, amount: string, more: object = {}) => {
  const fee = computeFee(terms, { amount: usd(amount), day: "2026-11-15", ...more });
  return [formatMoney(fee.total), fee.lines.map(({ label, amount: a }) => `${label} ${formatMoney(a)}`)];
};
const terms: FeeTerms = { basisPoints: "30", flat: "1.00", min: "2.00", max: "50.00", bearer: "merchant" };

test("the breakdown is readable and adds up", () => {
  expect(read(terms, "1000.00")).toEqual(["4.00", ["服务费 0.3% 3.00", "固定费用 1.00"]]);
  expect(read(terms, "100.00")).toEqual([
    "2.00",
    ["服务费 0.3% 0.30", "固定费用 1.00", "不足最低收费 2.00，补足 0.70"],
  ]);
  expect(read(terms, "100000.00")).toEqual([
    "50.00",
    ["服务费 0.3% 300.00", "固定费用 1.00", "超过最高收费 50.00，减免 -251.00"],
  ]);
});

test("volume tiers, waivers and coupons reduce, never below zero", () => {
  const tiered: FeeTerms = { ...terms, tiers: [{ fromVolume: 100_000, basisPoints: "20" }] };
  expect(read(tiered, "1000.00", { monthVolume: usd("99999.99") })[0]).toBe("4.00");
  expect(read(tiered, "1000.00", { monthVolume: usd("100000.00") })[0]).toBe("3.00");
  expect(read({ ...terms, waivedUntil: "2026-11-16" }, "1000.00")[0]).toBe("0.00");
  expect(read({ ...terms, waivedUntil: "2026-11-15" }, "1000.00")[0]).toBe("4.00");
  const coupon = (worth: object) => ({ coupons: [{ id: "c", label: "新客", ...worth }] });
  expect(read(terms, "1000.00", coupon({ percent: 50 }))[0]).toBe("2.00");
  expect(read(terms, "1000.00", coupon({ amount: "9.00" }))).toEqual([
    "0.00",
    ["服务费 0.3% 3.00", "固定费用 1.00", "优惠券「新客」 -4.00"],
  ]);
});

test("the bearer decides who pays; halves lose no unit", () => {
  const shared = computeFee(
    { ...terms, bearer: "shared", flat: "1.01" },
    { amount: usd("1000.00"), day: "2026-11-15" },
  );
  expect([shared.merchantPays.minor, shared.recipientPays.minor]).toEqual([201n, 200n]);
});

test("lines always add up and no fee is negative", () => {
  const bp = fc.integer({ min: 0, max: 500 }).map(String);
  const some = fc.option(
    fc.integer({ min: 0, max: 5_000 }).map((n) => (n / 100).toFixed(2)),
    { nil: undefined },
  );
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      fc.record({
        basisPoints: bp,
        flat: some,
        min: some,
        max: some,
        bearer: fc.constantFrom("merchant", "recipient", "shared"),
      }),
      fc.integer({ min: 0, max: 200 }),
      (minor, anyTerms, percent) => {
        const fee = computeFee(anyTerms, {
          amount: moneyOf("USD", minor),
          day: "2026-11-15",
          coupons: [{ id: "c", label: "x", percent }],
        });
        expect(fee.lines.reduce((sum, line) => sum + line.amount.minor, 0n)).toBe(fee.total.minor);
        expect(fee.total.minor >= 0n).toBe(true);
        expect(fee.merchantPays.minor + fee.recipientPays.minor).toBe(fee.total.minor);
      },
    ),
  );
});

describe("rules", () => {
  test("the most specific one counts", () => {
    const rule = (currency: FeeRule["currency"], corridor: string) => ({
      business: "supplier" as const,
      currency,
      corridor,
      terms,
    });
    const rules = [rule("*", "*"), rule("USD", "*"), rule("*", "US"), rule("USD", "US")];
    const pick = (currency: "USD" | "EUR", corridor: string) =>
      rules.indexOf(chooseFeeRule(rules, { business: "supplier", currency, corridor })!);
    expect([pick("EUR", "DE"), pick("USD", "DE"), pick("EUR", "US"), pick("USD", "US")]).toEqual([0, 1, 2, 3]);
  });
  test("every business has a price in every currency it deals in, and amounts only where the currency is known", () => {
    for (const rule of DEFAULT_FEE_RULES) {
      if (rule.currency === "*")
        expect([rule.terms.flat, rule.terms.min, rule.terms.max]).toEqual([undefined, undefined, undefined]);
    }
    for (const business of FEE_BUSINESS_NAMES) {
      const currencies = business === "card_opening" ? (["USD"] as const) : CURRENCY_CODES;
      for (const currency of currencies)
        expect(chooseFeeRule(DEFAULT_FEE_RULES, { business, currency, corridor: "XX" })).toBeDefined();
    }
  });
});
