import fc from "fast-check";
import { expect, test } from "vitest";
import type { Currency } from "../money/currencies.ts";
import {
  afterMove,
  carriedAlong,
  lackingFor,
  needsOf,
  NO_QUOTA,
  planMove,
  unprovenOf,
  type QuotaBook,
} from "./quota-book.ts";

const ALL: readonly Currency[] = ["USD", "EUR", "GBP"];
const empty: QuotaBook = { currencies: new Map(), detours: [] };
const paidIn = (book: QuotaBook, currency: Currency, minor: bigint, isFree = false): QuotaBook => {
  const one = book.currencies.get(currency) ?? NO_QUOTA;
  const grown = isFree ? { ...one, free: one.free + minor } : { ...one, asked: one.asked + minor };
  return { ...book, currencies: new Map(book.currencies).set(currency, grown) };
};

test("what is beyond the platforms' money is free; a platform without goods is free up to what it paid", () => {
  const book = paidIn(paidIn(empty, "USD", 100n), "USD", 40n, true);
  expect(planMove(book, "USD", 130n, false)).toMatchObject({ free: 0n, own: 100n });
  expect(planMove(book, "USD", 130n, true)).toMatchObject({ free: 40n, own: 90n });
  expect(lackingFor(book, planMove(book, "USD", 130n, true))).toEqual([{ currency: "USD", minor: 90n }]);
});

test("exchanged and brought home again, it asks for the same orders", () => {
  const book = paidIn(empty, "USD", 100n);
  const away = planMove(book, "USD", 100n, false);
  const detours = carriedAlong(away, { sold: 100n, bought: 90n, into: "EUR" });
  expect(detours).toEqual([{ currency: "EUR", origin: "USD", minor: 90n, originMinor: 100n }]);
  const there: QuotaBook = { ...book, detours };
  expect(unprovenOf(there, "USD")).toBe(0n);
  expect(needsOf(planMove(there, "EUR", 45n, false))).toMatchObject([{ currency: "USD", minor: 50n }]);
  expect(carriedAlong(planMove(there, "EUR", 90n, false), { sold: 90n, bought: 99n, into: "USD" })).toEqual([]);
});

/** However the money goes about before it leaves, all of it together asks for what the platforms have paid in. */
test("no detour evades it: everything moved into CNY asks for everything that was paid in", () => {
  const step = fc.record({ from: fc.nat(2), to: fc.nat(2), share: fc.integer({ min: 1, max: 100 }) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.array(step, { maxLength: 25 }), (paid, steps) => {
      let book = paidIn(empty, "USD", BigInt(paid));
      const held = new Map<Currency, bigint>([["USD", BigInt(paid)]]);
      for (const { from, to, share } of steps) {
        const [sell, buy] = [ALL[from]!, ALL[to]!];
        const sold = ((held.get(sell) ?? 0n) * BigInt(share)) / 100n;
        if (sell === buy || sold === 0n) continue;
        const plan = planMove(book, sell, sold, false);
        const carried = carriedAlong(plan, { sold, bought: sold, into: buy });
        const detours = new Map(book.detours.map((one) => [`${one.currency} ${one.origin}`, one]));
        const change = (one: (typeof carried)[number], sign: bigint) => {
          const key = `${one.currency} ${one.origin}`;
          const { minor, originMinor } = detours.get(key) ?? { minor: 0n, originMinor: 0n };
          detours.set(key, {
            ...one,
            minor: minor + sign * one.minor,
            originMinor: originMinor + sign * one.originMinor,
          });
        };
        plan.via.forEach((one) => change(one, -1n));
        carried.forEach((one) => change(one, 1n));
        book = { ...book, detours: [...detours.values()] };
        held.set(sell, held.get(sell)! - sold);
        held.set(buy, (held.get(buy) ?? 0n) + sold);
      }
      let asked = 0n;
      for (const currency of ALL) {
        const plan = planMove(book, currency, held.get(currency) ?? 0n, false);
        for (const need of needsOf(plan)) asked += need.minor;
        book = afterMove(book, plan);
      }
      expect(asked).toBe(BigInt(paid));
    }),
  );
});
