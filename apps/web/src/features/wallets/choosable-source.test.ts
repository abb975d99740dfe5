import { moneyOf } from "@coralhub/domain";
import { expect, test } from "vitest";
import { isChoosable } from "./choosable-source.ts";

test("a rule on an account with a problem can be reached to end it; without a rule there is nothing to do there", () => {
  const sweep = { id: "5f0c3a52-3f8e-4a8c-9f6b-0d1f6f1f0a11", keep: moneyOf("USD", 0n), rhythm: "daily" } as const;
  const problem = "账户已冻结";
  expect(isChoosable({ problem: null, sweep: null })).toBe(true);
  expect(isChoosable({ problem, sweep: null })).toBe(false);
  expect(isChoosable({ problem, sweep })).toBe(true);
});
