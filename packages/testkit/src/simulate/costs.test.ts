import { expect, test } from "vitest";
import { createCosts } from "./costs.ts";

test("the dearest is told first, with how often it was, and no more of them than asked for", async () => {
  const costs = createCosts();
  for (const ms of [40, 60]) costs.add("jobs", "ledger.compare-rails", ms);
  costs.add("jobs", "income.watch", 300);
  costs.add("jobs", "cards.watch", 1);
  await expect(costs.spend("laws", "a law", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  const [total, first, second, laws, law] = costs.describe(2).split("\n");
  expect(total).toBe("dearest jobs: 0.4 s in all");
  expect(first).toContain("income.watch");
  expect(second).toMatch(/ 2 times, +50\.0 ms each, +60 at most {2}ledger\.compare-rails$/);
  expect(laws).toContain("dearest laws");
  expect(law).toMatch(/ 1 times, .* a law$/);
});
