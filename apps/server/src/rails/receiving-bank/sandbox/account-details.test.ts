import { ACCOUNT_OPTIONS, englishPayInWord, latinBankName } from "@coralhub/domain";
import { expect, test } from "vitest";
import { abaNumber, accountFor, iban } from "./account-details.ts";

const holder = { currency: "USD", holderName: "NANYU TECHNOLOGY LTD" } as const;
/** ISO 13616: moved around and read as a number, an IBAN leaves 1. */
const leaves = (number: string) =>
  BigInt(`${number.slice(4)}${number.slice(0, 4)}`.replaceAll(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55))) % 97n;

test("check digits are those of the world's own examples", () => {
  expect(iban("DE", "370400440532013000")).toBe("DE89370400440532013000");
  expect(iban("GB", "WEST12345698765432")).toBe("GB82WEST12345698765432");
  expect(abaNumber("02100002")).toBe("021000021");
});

test("every account option of the catalogue has details, the same each time, and right IBANs", () => {
  for (const { currency, country } of Object.values(ACCOUNT_OPTIONS)) {
    const account = accountFor("seed", country, { currency, holderName: "NANYU" });
    expect(account).toEqual(accountFor("seed", country, { currency, holderName: "NANYU" }));
    expect(account.accountNumber).toMatch(/^[A-Z0-9-]{4,40}$/);
    expect(account.ways.length).toBe(2);
    const lines = account.ways.flatMap(({ fields }) => fields);
    expect(lines.filter(({ label }) => label === "户名").every(({ value }) => value === "NANYU")).toBe(true);
    expect(lines.find(({ label }) => label === "SWIFT / BIC")?.value).toMatch(/^[A-Z]{6}[A-Z0-9]{2}$/);
    const codes = lines.filter(({ label }) => label === "IBAN").map(({ value }) => value);
    for (const code of codes) expect(leaves(code)).toBe(1n);
    if (["DE", "GB", "CH", "AE"].includes(country)) expect(codes.length).toBeGreaterThan(0);
  }
});

test("papers in English have English for every line of every account", () => {
  const HAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]/u;
  for (const { currency, country } of Object.values(ACCOUNT_OPTIONS)) {
    const { ways, bankName } = accountFor("seed", country, { currency, holderName: "NANYU" });
    expect(latinBankName(ways) ?? bankName, country).not.toMatch(HAN);
    for (const { way, fields } of ways) {
      expect([way, ...fields.map(({ label }) => label)].map(englishPayInWord).join(), country).not.toMatch(HAN);
      const values = fields.filter(({ label }) => label !== "银行").map(({ value }) => englishPayInWord(value));
      expect(values.join(), country).not.toMatch(HAN);
    }
  }
});

test("another seed gives another number", () => {
  const numbers = Array.from({ length: 200 }, (_, n) => accountFor(`seed ${n}`, "US", holder).accountNumber);
  expect(new Set(numbers).size).toBe(200);
});
