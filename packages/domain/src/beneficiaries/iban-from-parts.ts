import { ibanCountryOf, ibanProblem, remainder97 } from "./check-digits.ts";
import type { IbanCountry } from "./iban-patterns.ts";

/** How a country's banks number accounts, and what its IBAN adds to the two. */
type Parts = {
  /** What the bank's number is called there, and what it looks like. */
  bank: { label: string; pattern: RegExp; example: string };
  /** Signs of the account number; shorter ones get zeroes in front. */
  account: number;
  /** The account part as a whole, where it is more than the two side by side. */
  join?: (bank: string, account: string) => string;
};

const digits = (count: number): RegExp => new RegExp(String.raw`^\d{${count}}$`);
const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** France: letters count as digits of their row, and the key makes the whole divisible by 97. */
const FRENCH_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const FRENCH_DIGITS = "12345678912345678923456789";
function frenchKey(bank: string, account: string): string {
  const plain = account.replaceAll(/[A-Z]/g, (letter) => FRENCH_DIGITS[FRENCH_LETTERS.indexOf(letter)]!);
  return twoDigits(97 - remainder97(`${bank}${plain}00`));
}

/** Spain: one digit for bank and branch, one for the account. */
const SPANISH_WEIGHTS = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
function spanishDigit(text: string): string {
  const sum = Array.from(text.padStart(10, "0"), Number).reduce((all, n, at) => all + n * SPANISH_WEIGHTS[at]!, 0);
  const rest = 11 - (sum % 11);
  return String(rest === 11 ? 0 : rest === 10 ? 1 : rest);
}

/** Italy: a letter in front, from a table for every second sign. */
const ITALIAN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
function italianLetter(text: string): string {
  const value = (sign: string): number => (/\d/.test(sign) ? Number(sign) : Number.parseInt(sign, 36) - 10);
  const sum = Array.from(text).reduce((all, sign, at) => all + (at % 2 ? value(sign) : ITALIAN_ODD[value(sign)]!), 0);
  return String.fromCodePoint(65 + (sum % 26));
}

const sortCode = { label: "银行四个字母和 Sort code", pattern: /^[A-Z]{4}\d{6}$/, example: "NWBK601613" };
const fourLetters = { label: "银行四个字母", pattern: /^[A-Z]{4}$/, example: "ABNA" };
const bankAndBranch = (label: string, count: number, example: string) => ({ label, pattern: digits(count), example });
const italian: Parts = {
  bank: bankAndBranch("ABI 和 CAB", 10, "0542811101"),
  account: 12,
  join: (bank, account) => `${italianLetter(bank + account)}${bank}${account}`,
};
const french: Parts = {
  bank: bankAndBranch("银行和网点号", 10, "2004101005"),
  account: 11,
  join: (bank, account) => `${bank}${account}${frenchKey(bank, account)}`,
};

/** Countries whose IBAN follows from the bank's number and the account's. */
const IBAN_PARTS: Partial<Record<IbanCountry, Parts>> = {
  AE: { bank: bankAndBranch("银行号", 3, "033"), account: 16 },
  AT: { bank: bankAndBranch("银行号（BLZ）", 5, "19043"), account: 11 },
  BE: {
    bank: bankAndBranch("银行号", 3, "539"),
    account: 7,
    join: (bank, account) => `${bank}${account}${twoDigits(Number(bank + account) % 97 || 97)}`,
  },
  CH: { bank: bankAndBranch("清算号", 5, "00762"), account: 12 },
  CZ: { bank: bankAndBranch("银行号", 4, "0800"), account: 16 },
  DE: { bank: bankAndBranch("银行号（BLZ）", 8, "37040044"), account: 10 },
  DK: { bank: bankAndBranch("网点号", 4, "0040"), account: 10 },
  ES: {
    bank: bankAndBranch("银行和网点号", 8, "21000418"),
    account: 10,
    join: (bank, account) => `${bank}${spanishDigit(bank)}${spanishDigit(account)}${account}`,
  },
  FR: french,
  GB: { bank: sortCode, account: 8 },
  IE: { bank: { ...sortCode, example: "AIBK931152" }, account: 8 },
  IT: italian,
  LI: { bank: bankAndBranch("清算号", 5, "08810"), account: 12 },
  LU: { bank: bankAndBranch("银行号", 3, "001"), account: 13 },
  MC: french,
  NL: { bank: fourLetters, account: 10 },
  PT: {
    bank: bankAndBranch("银行和网点号", 8, "00020123"),
    account: 11,
    join: (bank, account) => `${bank}${account}${twoDigits(98 - remainder97(`${bank}${account}00`))}`,
  },
  SA: { bank: bankAndBranch("银行号", 2, "80"), account: 18 },
  SK: { bank: bankAndBranch("银行号", 4, "1200"), account: 16 },
  SM: italian,
};

export const ibanPartsOf = (country: string): Parts | undefined => {
  const letters = ibanCountryOf(country);
  return letters && IBAN_PARTS[letters];
};

export type WorkedOut = { iban: string } | { problem: string };

/** The IBAN of an account that is known by its bank's number and its own, as it is written on older papers. */
export function ibanFromParts(country: string, bankCode: string, accountNumber: string): WorkedOut {
  const letters = ibanCountryOf(country);
  const parts = letters && IBAN_PARTS[letters];
  if (!letters || !parts) return { problem: "这个国家的 IBAN 不能由账号推算，请按银行单据填写" };
  const plain = (text: string): string => text.replaceAll(/[\s.-]/g, "").toUpperCase();
  const [bank, account] = [plain(bankCode), plain(accountNumber)];
  if (!parts.bank.pattern.test(bank))
    return { problem: `${parts.bank.label}写作 ${parts.bank.example} 的样子，请核对` };
  if (account === "" || account.length > parts.account || !/^[A-Z0-9]+$/.test(account))
    return { problem: `账号最多 ${parts.account} 位，请核对` };
  const whole = account.padStart(parts.account, "0");
  const body = parts.join?.(bank, whole) ?? bank + whole;
  const iban = `${letters}${twoDigits(98 - remainder97(`${body}${letters}00`))}${body}`;
  const problem = ibanProblem(iban);
  return problem === undefined ? { iban } : { problem: "账号里有不该出现的字符，请核对" };
}
