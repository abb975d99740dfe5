import { parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import { raiseLimit } from "./raise-limit.ts";

const usd = (text: string) => parseMoney(text, "USD");

test("the button of an old decline raises a limit, and never takes back what its owner has allowed since", () => {
  const limits = { perTransaction: usd("25.00"), day: usd("500.00"), month: null, life: null };
  expect(raiseLimit(limits, "perTransaction", usd("40.00"))).toEqual({ ...limits, perTransaction: usd("40.00") });
  expect(raiseLimit(limits, "day", usd("115.00"))).toEqual(limits);
  expect(raiseLimit(limits, "month", usd("115.00"))).toEqual(limits);
});
