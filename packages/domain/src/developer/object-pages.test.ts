import { expect, test } from "vitest";
import { WEBHOOK_TOPICS } from "../capabilities.ts";
import { objectOf, subjectPage } from "./object-pages.ts";

const ID = "0198a3c4-5b6d-7e8f-9a0b-1c2d3e4f5a6b";
const OTHER = "0198a3c4-0000-7e8f-9a0b-1c2d3e4f5a6b";
const made = `{\n  "code": 200,\n  "data": {\n    "id": "${ID}"\n  }\n}`;

test("a logged request leads to the page of what it was about", () => {
  const led = (path: string, answer: string | null = null) => objectOf(`/open/v1${path}`, answer)?.path;
  expect(led(`/payouts/${ID}/confirm`)).toBe(`/bigIncome/out?open=${ID}`);
  expect(led("/payouts/withdrawal", made)).toBe(`/bigIncome/out?open=${ID}`);
  expect(led(`/batches/pay/${ID}/rows/3`)).toBe(`/batchPayment/details?id=${ID}`);
  expect(led("/batches/pay", made)).toBe(`/batchPayment/details?id=${ID}`);
  expect(led(`/deposits/${ID}/break-terms`)).toBe(`/buyDetails?id=${ID}`);
  expect(led(`/cards/${ID}/controls`)).toBe(`/vcc?card=${ID}`);
  expect(led(`/card-payments/${ID}`)).toBe(`/vcc/record?open=${ID}`);
  expect(led(`/accounts/${ID}`)).toBe(`/bigAccount/details?id=${ID}`);
  expect(led(`/account-entries?accountId=${ID}`)).toBe(`/bigAccount/details?id=${ID}`);
  expect(led(`/exchange/conversions/${ID}`)).toBe(`/moreToken/dealRecord/swap?open=${ID}`);
  expect(led("/wallet/transfers", made)).toBe(`/moreToken/transfer?id=${ID}`);
  expect(led(`/order-uploads/${ID}`)).toBe(`/uploadPreBranch?id=${ID}`);
  expect(led(`/metadata/batch/${ID}`)).toBe(`/batchPayment/details?id=${ID}`);
  expect(led(`/incomes/${ID}/orders`, made.replace(ID, OTHER))).toBe(`/bigIncome/in?open=${ID}`);
});

test("what is about nothing in particular leads nowhere", () => {
  for (const path of ["/payouts?pageSize=10", "/balances", "/exchange/quotes", "/wallet", "/nothing", ""])
    expect(objectOf(`/open/v1${path}`, null), path).toBeNull();
  expect(objectOf("/open/v1/payees/files", made)).toBeNull();
  expect(objectOf("/open/v1/payouts/withdrawal/quote", made)).toBeNull();
});

test("every event but a certification's leads to the page of what has happened", () => {
  const subjects = new Set(
    Object.values(WEBHOOK_TOPICS).flatMap(({ when }) => when.map((move) => move.split(".")[0]!)),
  );
  expect([...subjects].filter((subject) => subjectPage(subject, ID) === null)).toEqual(["certification"]);
  expect(subjectPage("deposit_placement", ID)?.path).toBe(`/buyDetails?id=${ID}`);
  expect(subjectPage("test", ID)).toBeNull();
});
