import { formatMoney, parseMoney } from "@coralhub/domain";
import { expect, test } from "vitest";
import { askedAmount } from "./asked-amount.ts";

test("while another amount is being typed there is no price to take: the last one was for the amount before", () => {
  const [before, typed] = [parseMoney("100.00", "USD"), parseMoney("1000.00", "USD")];
  expect(askedAmount(before, formatMoney(before))).toEqual(before);
  expect(askedAmount(typed, formatMoney(before))).toBeUndefined();
  expect(askedAmount(undefined, formatMoney(before))).toBeUndefined();
  expect(askedAmount(typed, formatMoney(typed))).toEqual(typed);
});
