import { expect, test } from "vitest";
import { heldState, judgeIncome, paysAs, singleLimit, usualPayer, type IncomeFacts } from "./income-rules.ts";
import { INCOME_HOLD_NAMES } from "./incomes.ts";
import { parseMoney } from "../money/money.ts";
import { PLATFORMS } from "../platforms/catalogue.ts";

const amazon = { id: "a", platform: "AMAZON" };
const facts: IncomeFacts = {
  amount: parseMoney("100.00", "USD"),
  payerName: "Amazon Payments, Inc.",
  account: "open",
  certifiedAs: "mainland",
  stores: [amazon],
  claimedStoreId: null,
  payerListed: false,
  assigned: false,
};

test("a payer is a platform's by the beginning of its name, in any spelling, and never by a word inside", () => {
  expect(paysAs("AMAZON", "amazon.com services llc")).toBe(true);
  expect(paysAs("AMAZON", "AMAZON PAYMENTS EUROPE S.C.A.")).toBe(true);
  expect(paysAs("AMAZON", "AMAZONIA TRADING LTD")).toBe(false);
  expect(paysAs("AMAZON", "NOT AMAZON LTD")).toBe(false);
});

test("every platform's own usual payer is let through", () => {
  for (const { code } of PLATFORMS) {
    const stores = [{ id: "s", platform: code }];
    expect(judgeIncome({ ...facts, stores, payerName: usualPayer(code) }), code).toEqual({
      hold: null,
      storeId: "s",
      platform: code,
    });
  }
});

test("money that two operators gave to a merchant is not held for its payer; everything else still holds it", () => {
  const strange = { ...facts, payerName: "NORTHBRIDGE LTD" };
  expect(judgeIncome(strange).hold).toBe("payerMismatch");
  const assigned = { ...strange, assigned: true };
  expect(judgeIncome(assigned).hold).toBeNull();
  expect(judgeIncome({ ...assigned, payerListed: true }).hold).toBe("payerScreened");
  expect(judgeIncome({ ...assigned, stores: [] }).hold).toBe("noStore");
  expect(judgeIncome({ ...assigned, amount: parseMoney("900000.00", "USD") }).hold).toBe("overLimit");
});

test("what only a person can lift is named before what the merchant can do", () => {
  const worst: IncomeFacts = {
    amount: parseMoney("9000000.00", "USD"),
    payerName: "NORTHBRIDGE LTD",
    account: "frozen",
    certifiedAs: null,
    stores: [],
    claimedStoreId: null,
    payerListed: true,
    assigned: false,
  };
  expect(judgeIncome(worst).hold).toBe("payerScreened");
  const unlisted = { ...worst, payerListed: false };
  expect(judgeIncome(unlisted).hold).toBe("frozenAccount");
  expect(judgeIncome({ ...unlisted, account: "open" }).hold).toBe("certification");
  expect(judgeIncome({ ...unlisted, account: "open", certifiedAs: "person" }).hold).toBe("noStore");
  expect(judgeIncome({ ...unlisted, account: "open", certifiedAs: "person", stores: [amazon] })).toEqual({
    hold: "payerMismatch",
    storeId: null,
    platform: "AMAZON",
  });
  const claimed = { ...facts, payerName: "NORTHBRIDGE LTD", claimedStoreId: "a" };
  expect(judgeIncome(claimed)).toMatchObject({ hold: "payerMismatch", storeId: "a" });
});

test("limits are round figures in every currency, and every hold has a place to wait", () => {
  expect(singleLimit("person", "JPY")).toEqual(parseMoney("7500000", "JPY"));
  expect(singleLimit("mainland", "USD")).toEqual(parseMoney("500000.00", "USD"));
  expect(INCOME_HOLD_NAMES.map(heldState).every((state) => ["needsEvidence", "abnormal"].includes(state))).toBe(true);
});
