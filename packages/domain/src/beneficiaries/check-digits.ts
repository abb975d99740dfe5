import { passesLuhn } from "../reference/union-banks.ts";
import { IBAN_PATTERNS, IBAN_TERRITORIES, type IbanCountry } from "./iban-patterns.ts";
export { passesLuhn };

const digitsOf = (text: string): number[] => Array.from(text, Number);

/** Letters count from 10; worked off piecewise, the number is far larger than any the language holds. */
export function remainder97(text: string): number {
  let rest = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest;
}

const SIGNS = { n: String.raw`\d`, a: "[A-Z]", c: "[A-Z0-9]" } as const;
const patterns = new Map<string, RegExp>();
function accountPart(country: IbanCountry): RegExp {
  const known = patterns.get(country);
  if (known) return known;
  const parts = [...IBAN_PATTERNS[country].matchAll(/(\d+)([nac])/g)];
  const body = parts.map(([, count, kind]) => `${SIGNS[kind as keyof typeof SIGNS]}{${count}}`).join("");
  const made = new RegExp(`^${body}$`);
  patterns.set(country, made);
  return made;
}

/** The country whose letters an IBAN of that country begins with; undefined where banks use none. */
export function ibanCountryOf(country: string): IbanCountry | undefined {
  if (Object.hasOwn(IBAN_PATTERNS, country)) return country as IbanCountry;
  return Object.hasOwn(IBAN_TERRITORIES, country) ? IBAN_TERRITORIES[country] : undefined;
}

/** Format first, then the check digits: each has its own words. */
export function ibanProblem(iban: string): string | undefined {
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}\d{2}/.test(iban) || !Object.hasOwn(IBAN_PATTERNS, country)) return "IBAN 以国家代码开头，如 DE89…";
  const parts = IBAN_PATTERNS[country as IbanCountry];
  const length = 4 + [...parts.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0);
  if (iban.length !== length) return `${country} 的 IBAN 是 ${length} 位，现在 ${iban.length} 位`;
  if (!accountPart(country as IbanCountry).test(iban.slice(4))) return "IBAN 里有不该出现的字符，请核对";
  // 00, 01 and 99 leave the right remainder for some numbers, and no bank has ever been given them.
  const check = iban.slice(2, 4);
  const isRight =
    check !== "00" && check !== "01" && check !== "99" && remainder97(iban.slice(4) + iban.slice(0, 4)) === 1;
  return isRight ? undefined : "IBAN 校验不通过，有一位多半抄错了";
}

/** United States: 3-7-1 over nine digits; nine zeroes fit the sum and are nobody's. */
export function passesAba(code: string): boolean {
  if (!/^\d{9}$/.test(code) || code === "000000000") return false;
  const prefix = Number(code.slice(0, 2));
  const assigned = prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  return assigned && digitsOf(code).reduce((sum, digit, at) => sum + digit * weights[at]!, 0) % 10 === 0;
}

/** Mainland bank codes: ISO 7064 MOD 11,10 over the first eleven digits. */
export function passesCnaps(code: string): boolean {
  if (!/^\d{12}$/.test(code)) return false;
  const product = digitsOf(code.slice(0, 11)).reduce((carried, digit) => {
    const sum = (carried + digit) % 10 || 10;
    return (sum * 2) % 11;
  }, 10);
  return (product + Number(code[11])) % 10 === 1;
}

/** One row of the United Kingdom's modulus table: a range of sort codes, how they are checked, by which weights. */
export type ModulusRow = {
  from: string;
  to: string;
  method: "MOD10" | "MOD11" | "DBLAL";
  weights: readonly number[];
};

/** Ranges of the published table's own test cases; the rest comes with the edition an installation loads. */
export const UK_MODULUS_ROWS: readonly ModulusRow[] = [
  { from: "089999", to: "089999", method: "MOD10", weights: [0, 0, 0, 0, 0, 0, 7, 1, 3, 7, 1, 3, 7, 1] },
  { from: "107999", to: "107999", method: "MOD11", weights: [0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1] },
  { from: "202959", to: "202959", method: "MOD11", weights: [0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1] },
  { from: "202959", to: "202959", method: "DBLAL", weights: [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1] },
];

/** Sort code and account belong together. A sort code in no row cannot be checked, and passes. */
export function passesUkModulus(sortCode: string, account: string, rows = UK_MODULUS_ROWS): boolean {
  const digits = digitsOf(sortCode + account);
  return rows
    .filter(({ from, to }) => sortCode >= from && sortCode <= to)
    .every(({ method, weights }) => {
      const products = digits.map((digit, at) => digit * weights[at]!);
      const doubled = method === "DBLAL" ? products.flatMap((product) => digitsOf(String(product))) : products;
      return doubled.reduce((sum, part) => sum + part, 0) % (method === "MOD11" ? 11 : 10) === 0;
    });
}

/** A bank's code in the world; the fifth and sixth letters are its country. */
export const BIC_PATTERN = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
export const bicCountry = (bic: string): string => bic.slice(4, 6);
