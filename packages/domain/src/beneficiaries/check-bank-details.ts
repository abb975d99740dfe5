import {
  BANK_FIELD_NAMES,
  bankRoute,
  fieldsOf,
  type BankDetails,
  type BankField,
  type BankFieldName,
  type BankRouteKey,
} from "./bank-routes.ts";
import {
  bicCountry,
  ibanCountryOf,
  ibanProblem,
  passesAba,
  passesCnaps,
  passesLuhn,
  passesUkModulus,
} from "./check-digits.ts";

/** Words stay words; everything else is a code: no gaps, no hyphens, capitals, digits as digits whatever the keyboard. */
const TEXTS: readonly BankFieldName[] = ["bankName", "bankCity", "holderAddress", "intermediaryName"];
const CHOICES: readonly BankFieldName[] = ["bankAccountType", "purpose"];

/** Digits as people type them: with spaces between the groups. */
export const plainNumber = (text: string): string => text.normalize("NFKC").replaceAll(/[\s-]/g, "");

export function normaliseBankDetails(details: BankDetails): BankDetails {
  const plain: BankDetails = {};
  for (const name of BANK_FIELD_NAMES) {
    const value = details[name];
    if (value === undefined) continue;
    const tidy = TEXTS.includes(name)
      ? value.normalize("NFKC").trim().replaceAll(/\s+/g, " ")
      : CHOICES.includes(name)
        ? value.trim()
        : plainNumber(value).toUpperCase();
    if (tidy !== "") plain[name] = tidy;
  }
  return plain;
}

export type AccountHolder = {
  type: "person" | "company";
  name: string;
};
export type BankProblems = Partial<Record<BankFieldName | "holderName", string>>;

function fieldProblem(field: BankField, value: string | undefined): string | undefined {
  if (value === undefined)
    return field.optional
      ? undefined
      : field.options
        ? field.message
        : `请填写${/^[A-Za-z]/.test(field.label) ? " " : ""}${field.label}`;
  return field.pattern.test(value) ? undefined : field.message;
}

const PERSONAL_CARD = /^\d{16,19}$/;

/** Check digits, and parts that must agree with each other. Asked only where every part has the right form. */
const CHECKS: { readonly [key in BankRouteKey]?: (details: BankDetails, where: Where) => BankProblems } = {
  CN({ clearCode, accountNumber = "" }, { holder }) {
    if (holder.type === "person" && !PERSONAL_CARD.test(accountNumber))
      return { accountNumber: "个人银行卡号是 16–19 位数字，请核对" };
    if (holder.type === "person" && !passesLuhn(accountNumber))
      return { accountNumber: "卡号有误，请对照银行卡重新填写" };
    if (clearCode !== undefined && !passesCnaps(clearCode)) return { clearCode: "联行号校验不通过，有一位多半抄错了" };
    return {};
  },
  US: ({ clearCode = "" }) => (passesAba(clearCode) ? {} : { clearCode: "ABA 号码校验不通过，有一位多半抄错了" }),
  GB({ clearCode, accountNumber = "" }) {
    if (accountNumber.startsWith("GB")) return whenWrong("accountNumber", ibanProblem(accountNumber));
    if (clearCode === undefined) return { clearCode: "请填写 6 位 sort code" };
    return passesUkModulus(clearCode, accountNumber) ? {} : { accountNumber: "账号和 sort code 对不上校验码，请核对" };
  },
  IBAN: ({ accountNumber = "", swiftCode }, { country }) => ibanOf(accountNumber, country, swiftCode),
  AE: ({ accountNumber = "", swiftCode }, { country }) => ibanOf(accountNumber, country, swiftCode),
  SWIFT({ accountNumber = "", swiftCode = "" }, { country }) {
    return ibanCountryOf(country) === undefined ? bicOf(swiftCode, country) : ibanOf(accountNumber, country, swiftCode);
  },
};

const whenWrong = (name: BankFieldName, problem: string | undefined): BankProblems =>
  problem === undefined ? {} : { [name]: problem };

function ibanOf(iban: string, country: string, swiftCode: string | undefined): BankProblems {
  const problem = ibanProblem(iban);
  if (problem !== undefined) return { accountNumber: problem };
  if (iban.slice(0, 2) !== ibanCountryOf(country)) return { accountNumber: `这个 IBAN 不是${country}的，请核对国家` };
  return swiftCode === undefined ? {} : bicOf(swiftCode, country);
}

/** A bank abroad with an account here: its code names its own country, which may be the parent of a territory. */
const bicOf = (swiftCode: string, country: string): BankProblems =>
  bicCountry(swiftCode) === country || bicCountry(swiftCode) === ibanCountryOf(country)
    ? {}
    : { swiftCode: "SWIFT 代码的国家与账户所在国家不同，请核对" };

export type Where = { country: string; holder: AccountHolder };

/** What is wrong with an account, field by field; nothing where it can be paid to. Normalised first. */
export function checkBankDetails(key: BankRouteKey, details: BankDetails, where: Where): BankProblems {
  const route = bankRoute(key);
  const problems: BankProblems = {};
  for (const [name, field] of fieldsOf(key)) {
    const needsNot = key === "CN" && name === "clearCode" && where.holder.type === "person" && !details.clearCode;
    const problem = needsNot ? undefined : fieldProblem(field, details[name]);
    if (problem !== undefined) problems[name] = problem;
  }
  for (const name of BANK_FIELD_NAMES) {
    if (details[name] !== undefined && route.fields[name] === undefined) problems[name] = "这个国家的账户没有这一项";
  }
  if (!route.holder.pattern.test(where.holder.name)) problems.holderName = route.holder.message;
  if (Object.keys(problems).length > 0) return problems;
  const local =
    route.fields.swiftCode && details.swiftCode && key !== "SWIFT" ? bicOf(details.swiftCode, where.country) : {};
  return { ...local, ...CHECKS[key]?.(details, where) };
}

/** What is shown of a number: its end, and never more than half of a short one. */
export const numberEnd = (accountNumber: string): string =>
  accountNumber.slice(-Math.min(4, Math.max(1, Math.floor(accountNumber.length / 2))));
