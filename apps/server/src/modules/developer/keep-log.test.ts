import { STORE_FIELDS } from "@coralhub/domain";
import { expect, test } from "vitest";
import { masked, maskedText } from "./keep-log.ts";

const hides = (name: string): boolean => masked({ [name]: "6222021234567890" }).hidden;

test("the log keeps no secret of a store, no account and nobody's name", () => {
  const secrets = Object.entries(STORE_FIELDS).flatMap(([name, field]) =>
    "secret" in field && field.secret ? [name] : [],
  );
  expect(secrets.length).toBeGreaterThan(2);
  const payee = ["bankAccount", "bankAccountHolder", "nameOfAccountHolder", "supplierName", "firstName", "lastName"];
  const person = ["idCardNo", "idCardName", "personName", "bankAddress", "foreignBankAccount", "cardholder"];
  const people = [
    "name",
    "owner",
    "actor",
    "other",
    "counterparty",
    "englishLegalName",
    "expectAccountName",
    "toCardNo",
    "consignor",
    "relateName",
  ];
  expect([...secrets, ...payee, ...person, ...people].filter((name) => !hides(name))).toEqual([]);
  // The end of an account tells it from another; of a secret or a name nothing is left, however it was sent.
  expect(masked({ bankAccount: "6222021234567890", mobile: 13_800_000_001 }).value).toEqual({
    bankAccount: "••••7890",
    mobile: "••••0001",
  });
  const whole = {
    secretKey: "sk-1234567890",
    name: "Margaret Hamilton",
    details: [{ label: "账号", value: "879561079414" }],
  };
  expect(masked(whole).value).toEqual({ secretKey: "••••", name: "••••", details: [{ label: "账号", value: "••••" }] });
});

test("a pasted sheet, a form's answers and what was read from a paper are hidden whole; what names nobody is shown", () => {
  expect(masked({ text: "张三,6222021234567890" }).value).toEqual({ text: "••••" });
  expect(masked({ values: { anything: { at: ["all"] } }, reading: { x: "y" } })).toEqual({
    value: { values: { anything: { at: ["••••"] } }, reading: { x: "••••" } },
    hidden: true,
  });
  // A program's own notes, by its own names; the names tell what it was about.
  expect(masked({ metadata: { order: "PO-42", buyer: "张三" } }).value).toEqual({
    metadata: { order: "••••", buyer: "••••" },
  });
  const plain = {
    id: "1",
    accountId: "2",
    amount: { currency: "USD", amount: "1.00" },
    state: "paid",
    code: "10000",
    platformCode: "AMAZON",
  };
  expect(masked(plain)).toEqual({ value: plain, hidden: false });
});

test("a text that is cut within a sign ends with a whole one: the database would refuse all that is written with it", () => {
  // The beginning takes 13 characters: the sign's first half is the last that is kept.
  const long = JSON.stringify({ note: `${"a".repeat(8000 - 14)}🪸 and more` });
  const { text } = maskedText(long);
  expect(text).toHaveLength(8000);
  expect(text.isWellFormed()).toBe(true);
  expect(text.at(-1)).toBe("\ufffd");
});
