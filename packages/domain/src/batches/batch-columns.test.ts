import { expect, test } from "vitest";
import { BANK_ROUTE_KEYS, bankRoute } from "../beneficiaries/bank-routes.ts";
import { readBatchRow, readHeader, templateFor } from "./batch-columns.ts";

const nobody = () => undefined;
const US = {
  holderName: "GREENLEAF PACKAGING LLC",
  holderType: "企业",
  country: "美国",
  currency: "usd",
  clearCode: "021000021",
  accountNumber: "4830 7719 2204",
  bankAccountType: "Checking 支票账户",
  bankName: "JPMorgan Chase",
  amount: "6,280.00",
  category: "101",
  remittance: "PO 8812",
};

test("every corridor's template names its columns so that they are found again", () => {
  for (const route of BANK_ROUTE_KEYS) {
    const { countries, currencies } = bankRoute(route);
    const country = countries === "*" ? "US" : countries[0]!;
    const currency = currencies === "*" ? "EUR" : currencies[0]!;
    const columns = templateFor(country, currency, route);
    expect(columns.length, route).toBeGreaterThan(7);
    expect(readHeader(columns.map(({ header }) => header)), route).toEqual(columns.map(({ column }) => column));
  }
});

test("a row is read by its country's rules, whatever the spelling", () => {
  const { problems, payment } = readBatchRow(US, nobody);
  expect(problems).toEqual({});
  expect(payment).toMatchObject({
    country: "US",
    currency: "USD",
    route: "US",
    category: 101,
    amount: { currency: "USD", minor: 628_000n },
    details: { clearCode: "021000021", accountNumber: "483077192204", bankAccountType: "checking" },
  });
});

test("what is wrong stands under its own column, and everything at once", () => {
  const wrong = { ...US, clearCode: "021000022", amount: "6280.005", holderType: "foundation", category: "999" };
  expect(Object.keys(readBatchRow(wrong, nobody).problems).toSorted()).toEqual(["amount", "category", "holderType"]);
  expect(readBatchRow({ ...US, clearCode: "021000022" }, nobody).problems).toEqual({
    clearCode: "ABA 号码校验不通过，有一位多半抄错了",
  });
  const german = {
    ...US,
    country: "DE",
    currency: "EUR",
    swiftCode: "COBADEFF",
    accountNumber: "DE89370400440532013001",
  };
  const { clearCode: _clear, bankAccountType: _type, ...iban } = german;
  expect(Object.keys(readBatchRow(iban, nobody).problems)).toEqual(["accountNumber"]);
  expect(readBatchRow({ ...iban, country: "火星" }, nobody).problems.country).toContain("国家");
});

test("no heading is none", () => {
  expect(readHeader(["a", "b"])).toBeUndefined();
  expect(readHeader(["供应商", "收款账号", "金额"])).toEqual(["holderName", "accountNumber", "amount"]);
});
