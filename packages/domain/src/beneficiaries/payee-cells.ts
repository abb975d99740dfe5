import { COUNTRIES } from "../reference/countries.ts";
import { toCurrency, type Currency } from "../money/currencies.ts";
import { plainHeader } from "../orders/sheets.ts";
import {
  BANK_FIELD_NAMES,
  BANK_ROUTE_KEYS,
  bankRoute,
  fieldsOf,
  routesTo,
  type BankDetails,
  type BankFieldName,
  type BankRouteKey,
} from "./bank-routes.ts";
import { checkBankDetails, normaliseBankDetails } from "./check-bank-details.ts";

/** Columns that say whose account it is, in every sheet. */
export const PAYEE_HEADS = {
  holderName: { label: "收款户名", sample: "GREENLEAF PACKAGING LLC" },
  holderType: { label: "户名类型", sample: "企业" },
  country: { label: "国家或地区", sample: "US" },
  currency: { label: "币种", sample: "USD" },
} as const;
export type PayeeColumn = keyof typeof PAYEE_HEADS | BankFieldName;
export type PayeeCells = Partial<Record<PayeeColumn, string>>;

/** What a bank's field is called over a sheet that holds several countries. */
const COMMON: Readonly<Record<BankFieldName, string>> = {
  clearCode: "清算代码",
  bankCode: "银行代码",
  branchCode: "分行代码",
  swiftCode: "SWIFT / BIC",
  accountNumber: "收款账号",
  bankAccountType: "账户类型",
  bankName: "开户银行",
  bankCity: "银行所在城市",
  holderAddress: "收款人地址",
  purpose: "汇款用途",
  intermediarySwift: "中转行 SWIFT",
  intermediaryName: "中转行名称",
};
export const payeeColumnLabel = (column: PayeeColumn): string =>
  Object.hasOwn(PAYEE_HEADS, column)
    ? PAYEE_HEADS[column as keyof typeof PAYEE_HEADS].label
    : COMMON[column as BankFieldName];
export const PAYEE_COLUMNS = [
  ...(Object.keys(PAYEE_HEADS) as (keyof typeof PAYEE_HEADS)[]),
  ...BANK_FIELD_NAMES,
] as const satisfies readonly PayeeColumn[];

/** A heading as it is compared, whatever its letters, gaps and signs. */
export const headerKey = (text: string): string => plainHeader(text.normalize("NFKC"));
/** Every word a column is known by: the sheets' own, and each country's for its fields. */
export const PAYEE_HEADER_WORDS: readonly (readonly [string, PayeeColumn])[] = [
  ...PAYEE_COLUMNS.map((column) => [payeeColumnLabel(column), column] as const),
  ...BANK_ROUTE_KEYS.flatMap((route) => fieldsOf(route).map(([column, { label }]) => [label, column] as const)),
  ["供应商", "holderName"],
  ["国家", "country"],
];

export type SheetColumn<C extends string> = { column: C; header: string; sample: string };
/** Whose account, and what its bank asks, in the words of one corridor; empty: there is none. */
export function payeeColumnsFor(
  country: string,
  currency: Currency,
  wanted?: BankRouteKey,
): SheetColumn<PayeeColumn>[] {
  const routes = routesTo(country, currency);
  const route = wanted && routes.includes(wanted) ? wanted : routes[0];
  if (!route) return [];
  const given: Readonly<Record<string, string>> = { country, currency };
  const head = (Object.keys(PAYEE_HEADS) as (keyof typeof PAYEE_HEADS)[]).map((column) => ({
    column,
    header: `${PAYEE_HEADS[column].label}*`,
    sample: given[column] ?? PAYEE_HEADS[column].sample,
  }));
  const bank = fieldsOf(route).map(([column, field]) => ({
    column,
    header: `${column === "accountNumber" ? COMMON.accountNumber : field.label}${field.optional ? "" : "*"}`,
    sample: field.options ? field.options[0]!.label : field.placeholder,
  }));
  return [...head, ...bank];
}

const PERSON = ["个人", "对私", "PERSON", "PERSONAL", "PRIVATE", "INDIVIDUAL"];
const COMPANY = ["", "企业", "公司", "对公", "COMPANY", "BUSINESS", "CORPORATE"];
const typeOf = (text: string): "person" | "company" | undefined =>
  PERSON.includes(text) ? "person" : COMPANY.includes(text) ? "company" : undefined;

const COUNTRY_CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COUNTRIES).flatMap(([code, name]): [string, string][] => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
  ["香港", "HK"],
  ["澳门", "MO"],
  ["台湾", "TW"],
]);
/** A country as people write it: its name or its two letters. */
export const countryWritten = (text: string): string | undefined => COUNTRY_CODES.get(text.trim().toUpperCase());

/** An account as it would be kept. */
export type WrittenPayee = {
  holderName: string;
  holderType: "person" | "company";
  country: string;
  currency: Currency;
  route: BankRouteKey;
  details: BankDetails;
};
type Problems = Partial<Record<PayeeColumn, string>>;

const isSameWord = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();
/** What options are called, as people write them into a sheet. */
function optionsRead(route: BankRouteKey, cells: PayeeCells): BankDetails {
  const details: BankDetails = {};
  for (const [name, field] of fieldsOf(route)) {
    const text = cells[name]?.trim();
    if (!text) continue;
    const option = field.options?.find(({ value, label }) => [value, label].some((word) => isSameWord(word, text)));
    details[name] = option?.value ?? text;
  }
  return normaliseBankDetails(details);
}
/** Where a country has several routes, the first that finds its own columns filled in counts. */
const hasWhatItNeeds = (route: BankRouteKey, cells: PayeeCells): boolean =>
  fieldsOf(route).every(
    ([name, { optional }]) => optional || name === "bankName" || (cells[name] ?? "").trim() !== "",
  ) && BANK_FIELD_NAMES.every((name) => !cells[name]?.trim() || bankRoute(route).fields[name] !== undefined);

export type NameOfBank = (route: BankRouteKey, details: BankDetails) => string | undefined;
/** Reads whose account a row names, by its country's rules. The bank's name may be told by its code: it is not missed here. */
export function readPayee(cells: PayeeCells, nameOf: NameOfBank): { problems: Problems; payee?: WrittenPayee } {
  const problems: Problems = {};
  const holderName = (cells.holderName ?? "").normalize("NFKC").trim().replaceAll(/\s+/g, " ");
  if (holderName === "") problems.holderName = "请填写收款户名";
  const holderType = typeOf((cells.holderType ?? "").trim().toUpperCase());
  if (!holderType) problems.holderType = "请填写「企业」或「个人」";
  const country = countryWritten(cells.country ?? "");
  if (!country) problems.country = "请填写国家名称或两位代码，如 US";
  const currency = toCurrency((cells.currency ?? "").trim().toUpperCase());
  if (!currency) problems.currency = "请填写币种代码，如 USD";
  if (!country || !currency || !holderType) return { problems };
  const routes = routesTo(country, currency);
  const route = routes.find((key) => hasWhatItNeeds(key, cells)) ?? routes[0];
  if (!route) return { problems: { ...problems, currency: `不能把 ${currency} 付到这个国家` } };
  const read = optionsRead(route, cells);
  const bankName = read.bankName ?? nameOf(route, read);
  const details = { ...read, ...(bankName && { bankName }) };
  const found = checkBankDetails(route, details, { country, holder: { type: holderType, name: holderName } });
  for (const [name, problem] of Object.entries(found)) problems[name as BankFieldName] ??= problem;
  if (Object.keys(problems).length > 0) return { problems };
  return { problems, payee: { holderName, holderType, country, currency, route, details } };
}
