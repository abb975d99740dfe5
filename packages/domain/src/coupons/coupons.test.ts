import fc from "fast-check";
import { expect, test } from "vitest";
import { moneyOf, parseMoney } from "../money/money.ts";
import { bestCoupons, MOST_STACKED, type FeeCoupon } from "../prices/coupons.ts";
import { computeFee } from "../prices/fees.ts";
import { couponScope, couponWorth, feeCoupon, type CouponTerms } from "./coupons.ts";

const usd = (text: string) => parseMoney(text, "USD");
const coupon = (id: string, worth: object, stackable = false): FeeCoupon =>
  ({ id, label: id, stackable, ...worth }) as FeeCoupon;
const chosen = (fee: string, amount: string, coupons: FeeCoupon[]) =>
  bestCoupons(usd(fee), usd(amount), coupons).map(({ id, saved }) => `${id} ${saved.minor}`);

test("what saves most is taken, alone or together", () => {
  const half = coupon("half", { percent: 50 });
  const five = coupon("five", { amount: "5.00" });
  expect(chosen("30.00", "10000.00", [five, half])).toEqual(["half 1500"]);
  expect(chosen("6.00", "2000.00", [five, half])).toEqual(["five 500"]);
  const stack = [coupon("a", { percent: 20 }, true), coupon("b", { amount: "5.00" }, true), half];
  // 20 % of 30 and then 5 are 11, which is less than half.
  expect(chosen("30.00", "10000.00", stack)).toEqual(["half 1500"]);
  expect(chosen("15.00", "5000.00", stack)).toEqual(["a 300", "b 500"]);
  expect(chosen("30.00", "10000.00", [coupon("cap", { percent: 50, most: "4.00" }), five])).toEqual(["five 500"]);
});

test("a free quota takes its share of the fee and says how much of the amount it made free", () => {
  const [saving] = bestCoupons(usd("30.00"), usd("10000.00"), [coupon("q", { quotaMinor: usd("2500.00").minor })]);
  expect(saving).toMatchObject({ saved: usd("7.50"), covered: usd("2500.00") });
  const [whole] = bestCoupons(usd("30.00"), usd("100.00"), [coupon("q", { quotaMinor: usd("2500.00").minor })]);
  expect(whole).toMatchObject({ saved: usd("30.00"), covered: usd("100.00") });
});

test("two free quotas each save their share of the whole fee, and together cover no more than the amount", () => {
  const quota = (id: string, text: string) => coupon(id, { quotaMinor: usd(text).minor }, true);
  const both = bestCoupons(usd("30.00"), usd("10000.00"), [quota("a", "5000.00"), quota("b", "5000.00")]);
  expect(both.map(({ saved, covered }) => [saved, covered])).toEqual([1, 2].map(() => [usd("15.00"), usd("5000.00")]));
  const more = bestCoupons(usd("30.00"), usd("10000.00"), [quota("a", "6000.00"), quota("b", "5500.00")]);
  expect(more.map(({ saved, covered }) => [saved, covered])).toEqual([
    [usd("18.00"), usd("6000.00")],
    [usd("12.00"), usd("4000.00")],
  ]);
});

test("of two that save the same, the one named first; none that saves nothing", () => {
  const same = [coupon("first", { amount: "9.00" }), coupon("second", { amount: "8.00" })];
  expect(chosen("3.00", "1000.00", same)).toEqual(["first 300"]);
  expect(chosen("0.00", "1000.00", same)).toEqual([]);
});

test("whatever there is: no fee below zero, nothing used twice, never worse than any single one", () => {
  const any = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 9_999 }).map((cents) => (cents / 100).toFixed(2)) }),
    fc.record({ quotaMinor: fc.bigInt(1n, 10n ** 9n) }),
  );
  const some = fc.array(fc.tuple(any, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 10n), fc.integer({ min: 0, max: 300 }), some, (minor, basisPoints, worths) => {
      const coupons = worths.map(([worth, stackable], index) => coupon(`c${index}`, worth, stackable));
      const terms = { basisPoints: String(basisPoints), flat: "1.00", bearer: "merchant" } as const;
      const amount = moneyOf("USD", minor);
      const full = computeFee(terms, { amount, day: "2026-11-15" });
      const fee = computeFee(terms, { amount, day: "2026-11-15", coupons });
      const used = fee.coupons ?? [];
      expect(fee.total.minor >= 0n).toBe(true);
      expect(fee.total.minor + used.reduce((all, { saved }) => all + saved.minor, 0n)).toBe(full.total.minor);
      expect(new Set(used.map(({ id }) => id)).size).toBe(used.length);
      expect(used.length).toBeLessThanOrEqual(MOST_STACKED);
      // What quotas make free is a part of the amount, and they save that very part of the fee.
      const quotas = used.flatMap(({ saved, covered }) => (covered ? [{ saved, covered }] : []));
      const free = quotas.reduce((all, { covered }) => all + covered.minor, 0n);
      expect(free <= minor).toBe(true);
      expect(quotas.reduce((all, { saved }) => all + saved.minor, 0n)).toBe((full.total.minor * free) / minor);
      if (used.length > 1) expect(used.every(({ id }) => coupons[Number(id.slice(1))]!.stackable)).toBe(true);
      for (const one of coupons) {
        const alone = computeFee(terms, { amount, day: "2026-11-15", coupons: [one] });
        expect(fee.total.minor <= alone.total.minor).toBe(true);
      }
    }),
  );
});

test("terms are said in words", () => {
  const terms: CouponTerms = {
    kind: "percent",
    percent: 20,
    currency: "USD",
    amountMinor: null,
    mostMinor: 10_000n,
    quotaMinor: null,
    minimumMinor: 2_000_000n,
    businesses: ["withdrawal"],
    stackable: true,
  };
  expect(couponWorth(terms)).toBe("手续费减 20%，最多减 USD 100.00");
  expect(couponScope(terms)).toBe("提现，单笔满 USD 20,000.00，可与其他可叠加的券同用");
  expect(feeCoupon("c", "八折", terms, null)).toEqual({
    id: "c",
    label: "八折",
    stackable: true,
    percent: 20,
    most: "100.00",
  });
});
