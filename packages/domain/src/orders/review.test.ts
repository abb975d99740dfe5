import { expect, test } from "vitest";
import { roundFigure } from "../money/round-figures.ts";
import {
  isProven,
  needsPerson,
  NO_RECORD,
  PROVEN_AFTER,
  PROVEN_DOLLARS,
  REVIEW_ABOVE_DOLLARS,
  SAMPLE_ONE_IN,
  UNLIKE_FACTOR,
} from "./review.ts";

/** So many orders of so many dollars each. */
const record = (passed: number, failed: number, dollars = 600, failedDollars = dollars) => ({
  passed,
  failed,
  passedCents: BigInt(passed * dollars * 100),
  failedCents: BigInt(failed * failedDollars * 100),
});
const PROVEN = record(PROVEN_AFTER, 0);
const small = { currency: "USD", amountMinor: 10_00n } as const;
const looked = (given: Partial<Parameters<typeof needsPerson>[0]>, draws = 1_000) =>
  Array.from({ length: draws }, (_, draw) =>
    needsPerson({ way: "file", ownShop: false, record: PROVEN, ...small, draw, ...given }),
  ).filter(Boolean).length;

test("every row of a new merchant is looked at, of a proven one a share, of whoever is refused too often every row again", () => {
  expect(looked({ record: NO_RECORD })).toBe(1_000);
  expect(looked({ record: record(PROVEN_AFTER - 1, 0) })).toBe(1_000);
  expect(looked({})).toBe(1_000 / SAMPLE_ONE_IN);
  expect(isProven(record(190, 10))).toBe(true);
  expect(isProven(record(189, 11))).toBe(false);
  expect(looked({ record: record(189, 11) })).toBe(1_000);
});

test("many orders of little worth prove nothing, nor do many that were fine beside a few large ones that were not", () => {
  const worth = PROVEN_DOLLARS / PROVEN_AFTER;
  expect(isProven(record(PROVEN_AFTER, 0, worth))).toBe(true);
  expect(isProven({ ...record(PROVEN_AFTER, 0, worth), passedCents: BigInt(PROVEN_DOLLARS) * 100n - 1n })).toBe(false);
  expect(isProven(record(10 * PROVEN_AFTER, 0, 1))).toBe(false);
  expect(isProven(record(200, 1, 100, 1_000))).toBe(true);
  expect(isProven(record(200, 1, 100, 1_100))).toBe(false);
});

test("an order much larger than those that were proven is looked at", () => {
  const proven = record(PROVEN_AFTER, 0, 200);
  const most = 200_00n * UNLIKE_FACTOR;
  expect(looked({ record: proven, amountMinor: most })).toBe(1_000 / SAMPLE_ONE_IN);
  expect(looked({ record: proven, amountMinor: most + 1n })).toBe(1_000);
  expect(looked({ way: "store", record: NO_RECORD, amountMinor: most + 1n })).toBe(0);
});

test("what is read from a marketplace passes; of a shop that the merchant runs it is looked at like a file", () => {
  expect(looked({ way: "store", record: NO_RECORD })).toBe(0);
  expect(looked({ way: "store", ownShop: true, record: NO_RECORD })).toBe(1_000);
  expect(looked({ way: "store", ownShop: true })).toBe(1_000 / SAMPLE_ONE_IN);
});

test("every row above the limit is looked at, whoever brings it and in whatever currency", () => {
  for (const currency of ["USD", "EUR", "JPY"] as const) {
    const most = roundFigure(REVIEW_ABOVE_DOLLARS, currency).minor;
    for (const way of ["file", "typed", "store"] as const)
      expect(looked({ way, currency, amountMinor: most + 1n })).toBe(1_000);
    expect(looked({ currency, amountMinor: most })).toBe(1_000 / SAMPLE_ONE_IN);
    expect(looked({ way: "store", record: NO_RECORD, currency, amountMinor: most })).toBe(0);
  }
});

test("what is typed is always looked at", () => {
  expect(looked({ way: "typed" })).toBe(1_000);
});
