import { expect, test } from "vitest";
import { passesCnaps } from "./check-digits.ts";
import { CNAPS_BRANCHES } from "./cnaps-branches.ts";

test("every branch we offer has a number that checks, a bank and a city, once", () => {
  for (const { code, bank, city } of CNAPS_BRANCHES) {
    expect(passesCnaps(code), code).toBe(true);
    expect(bank && city, code).toBeTruthy();
  }
  expect(new Set(CNAPS_BRANCHES.map(({ code }) => code)).size).toBe(CNAPS_BRANCHES.length);
});
