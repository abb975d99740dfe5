import type { PoolAccount } from "@coralhub/contract";
import { moneyOf } from "@coralhub/domain";
import { expect, test } from "vitest";
import { planOf } from "./pooling-words.ts";

const pool = (id: string, minor: bigint, poolable = true): PoolAccount => ({
  id,
  cardNo: id,
  country: "HK",
  holderName: "NANYU",
  state: poolable ? "open" : "frozen",
  available: moneyOf("HKD", minor),
  poolable,
});

test("pooling takes what is chosen, all of it unless told, and says which amount is wrong", () => {
  const accounts = [pool("a", 500n), pool("b", 300n), pool("c", 200n), pool("d", 100n, false)];
  const plan = planOf("HKD", accounts, { targetId: "a", amounts: { b: "", c: "1.50", d: "" } });
  expect(plan.sources).toEqual([{ accountId: "b" }, { accountId: "c", amount: moneyOf("HKD", 150n) }]);
  expect(plan.total).toEqual(moneyOf("HKD", 450n));
  const wrong = planOf("HKD", accounts, { targetId: "a", amounts: { b: "4", c: "0" } });
  expect(wrong.problems).toEqual({ b: "超过可用余额", c: "请填写大于零的金额" });
  // The target gives nothing to itself, whatever was ticked before it was chosen.
  expect(planOf("HKD", accounts, { targetId: "b", amounts: { b: "" } }).sources).toEqual([]);
});
