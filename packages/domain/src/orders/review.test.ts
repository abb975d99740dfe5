import { expect, test } from "vitest";
import { roundFigure } from "../money/round-figures.ts";
import { isProven, needsPerson, PROVEN_AFTER, REVIEW_ABOVE_DOLLARS, SAMPLE_ONE_IN } from "./review.ts";

const NEW = { passed: 0, failed: 0 };
const PROVEN = { passed: PROVEN_AFTER, failed: 0 };
const small = { currency: "USD", amountMinor: 10_00n } as const;
const looked = (given: Partial<Parameters<typeof needsPerson>[0]>, draws = 1_000) =>
  Array.from({ length: draws }, (_, draw) =>
    needsPerson({ way: "file", record: PROVEN, ...small, draw, ...given }),
  ).filter(Boolean).length;

test("every row of a new merchant is looked at, of a proven one a share, of whoever is refused too often every row again", () => {
  expect(looked({ record: NEW })).toBe(1_000);
  expect(looked({ record: { passed: PROVEN_AFTER - 1, failed: 0 } })).toBe(1_000);
  expect(looked({})).toBe(1_000 / SAMPLE_ONE_IN);
  expect(isProven({ passed: 190, failed: 10 })).toBe(true);
  expect(isProven({ passed: 189, failed: 11 })).toBe(false);
  expect(looked({ record: { passed: 189, failed: 11 } })).toBe(1_000);
});

test("every row above the limit is looked at, whoever brings it and in whatever currency", () => {
  for (const currency of ["USD", "EUR", "JPY"] as const) {
    const most = roundFigure(REVIEW_ABOVE_DOLLARS, currency).minor;
    for (const way of ["file", "typed", "store"] as const)
      expect(looked({ way, currency, amountMinor: most + 1n })).toBe(1_000);
    expect(looked({ currency, amountMinor: most })).toBe(1_000 / SAMPLE_ONE_IN);
    expect(looked({ way: "store", record: NEW, currency, amountMinor: most })).toBe(0);
  }
});

test("what is typed is always looked at", () => {
  expect(looked({ way: "typed" })).toBe(1_000);
});
