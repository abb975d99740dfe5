import { COUNTRIES } from "../reference/countries.ts";
import { toCurrency, type Currency } from "../money/currencies.ts";
import type { Money } from "../money/money.ts";
import { readAmount } from "../money/typed-amount.ts";
import {
  BANK_FIELD_NAMES,
  BANK_ROUTE_KEYS,
  bankRoute,
  fieldsOf,
  routesTo,
  type BankDetails,
  type BankFieldName,
  type BankRouteKey,
} from "../beneficiaries/bank-routes.ts";
import { checkBankDetails, normaliseBankDetails } from "../beneficiaries/check-bank-details.ts";
import { TRADE_CATEGORIES } from "../reference/categories.ts";

/** Columns every sheet has beside those of the bank. */
const HEADS = {
  holderName: { label: "收款户名", sample: "GREENLEAF PACKAGING LLC" },
  holderType: { label: "户名类型", sample: "企业" },
  country: { label: "国家或地区", sample: "US" },
  currency: { label: "币种", sample: "USD" },
} as const;
const TAILS = {
  amount: { label: "到账金额", sample: "1280.00" },
  category: { label: "品类代码", sample: "101" },
  remittance: { label: "附言", sample: "PO 8812" },
} as const;
export type BatchColumn = keyof typeof HEADS | keyof typeof TAILS | BankFieldName;
export const BATCH_COLUMNS = [...keysOf(HEADS), ...BANK_FIELD_NAMES, ...keysOf(TAILS)] as [
  BatchColumn,
  ...BatchColumn[],
];
function keysOf<T extends object>(table: T): (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}
/** What is typed into each column. */
export type BatchCells = Partial<Record<BatchColumn, string>>;

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
/** What a column is called over a sheet that holds several countries. */
export const batchColumnLabel = (column: BatchColumn): string =>
  column in HEADS
    ? HEADS[column as keyof typeof HEADS].label
    : column in TAILS
      ? TAILS[column as keyof typeof TAILS].label
      : COMMON[column as BankFieldName];

export type TemplateColumn = { column: BatchColumn; header: string; sample: string };
/** The columns of one corridor, by its own words. */
export function templateFor(country: string, currency: Currency, wanted?: BankRouteKey): TemplateColumn[] {
  const routes = routesTo(country, currency);
  const route = wanted && routes.includes(wanted) ? wanted : routes[0];
  if (!route) return [];
  const given: Readonly<Record<string, string>> = { country, currency };
  const head = keysOf(HEADS).map((column) => ({
    column,
    header: `${HEADS[column].label}*`,
    sample: given[column] ?? HEADS[column].sample,
  }));
  const bank = fieldsOf(route).map(([column, field]) => ({
    column,
    header: `${column === "accountNumber" ? COMMON.accountNumber : field.label}${field.optional ? "" : "*"}`,
    sample: field.options ? field.options[0]!.label : field.placeholder,
  }));
  const tail = keysOf(TAILS).map((column) => ({
    column,
    header: `${TAILS[column].label}${column === "amount" ? "*" : ""}`,
    sample: TAILS[column].sample,
  }));
  return [...head, ...bank, ...tail];
}

const plainHeader = (text: string): string => text.normalize("NFKC").replaceAll(/[\s*]/g, "").toUpperCase();
const HEADERS: ReadonlyMap<string, BatchColumn> = new Map(
  [
    ...BATCH_COLUMNS.map((column): [string, BatchColumn] => [batchColumnLabel(column), column]),
    ...BANK_ROUTE_KEYS.flatMap((route) =>
      fieldsOf(route).map(([column, { label }]): [string, BatchColumn] => [label, column]),
    ),
    ...([
      ["供应商", "holderName"],
      ["国家", "country"],
      ["金额", "amount"],
      ["用途", "remittance"],
    ] as const),
  ].map(([label, column]): [string, BatchColumn] => [plainHeader(label), column]),
);
/** Which column each cell of the first row names; undefined where it is no heading. */
export function readHeader(cells: readonly string[]): (BatchColumn | undefined)[] | undefined {
  const columns = cells.map((cell) => HEADERS.get(plainHeader(cell)));
  const known = new Set(columns);
  return known.has("amount") && known.has("accountNumber") && known.has("holderName") ? columns : undefined;
}

const TYPES: Readonly<Record<string, "person" | "company">> = {
  个人: "person",
  PERSON: "person",
  企业: "company",
  公司: "company",
  COMPANY: "company",
  "": "company",
};
const COUNTRY_CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COUNTRIES).flatMap(([code, name]): [string, string][] => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
  ["香港", "HK"],
  ["澳门", "MO"],
  ["台湾", "TW"],
]);

/** A row as it would be paid. */
export type BatchPayment = {
  holderName: string;
  holderType: "person" | "company";
  country: string;
  currency: Currency;
  route: BankRouteKey;
  details: BankDetails;
  amount: Money;
  category: number | null;
  remittance: string;
};
export type BatchProblems = Partial<Record<BatchColumn, string>>;
export type ReadRow = { problems: BatchProblems; payment?: BatchPayment };

/** What options are called, as people write them into a sheet. */
function optionsRead(route: BankRouteKey, cells: BatchCells): BankDetails {
  const details: BankDetails = {};
  for (const [name, field] of fieldsOf(route)) {
    const text = cells[name]?.trim();
    if (!text) continue;
    const option = field.options?.find(({ value, label }) => [value, label].some((word) => isSameWord(word, text)));
    details[name] = option?.value ?? text;
  }
  return normaliseBankDetails(details);
}
const isSameWord = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

/** Money and words of a row; what is wrong stands under its column. */
function readTail(cells: BatchCells, currency: Currency | undefined, problems: BatchProblems) {
  const { amount, problem } = currency ? readAmount(cells.amount ?? "", currency) : {};
  if (currency && !amount) problems.amount = problem ?? "请填写到账金额";
  const code = cells.category?.trim() ?? "";
  const category =
    code === ""
      ? null
      : (TRADE_CATEGORIES.find((one) => String(one.code) === code || one.name === code)?.code ?? undefined);
  if (category === undefined) problems.category = "没有这个品类，请填写 101–136 或 201–210";
  const remittance = (cells.remittance ?? "").trim();
  if (remittance.length > 140) problems.remittance = "附言最多 140 个字";
  return { amount, category: category ?? null, remittance };
}

/** Reads a row by its country's rules. The bank's name may be told by its code: it is not missed here. */
export function readBatchRow(
  cells: BatchCells,
  nameOf: (route: BankRouteKey, details: BankDetails) => string | undefined,
): ReadRow {
  const problems: BatchProblems = {};
  const holderName = (cells.holderName ?? "").normalize("NFKC").trim().replaceAll(/\s+/g, " ");
  if (holderName === "") problems.holderName = "请填写收款户名";
  const holderType = TYPES[(cells.holderType ?? "").trim().toUpperCase()];
  if (!holderType) problems.holderType = "请填写「企业」或「个人」";
  const country = COUNTRY_CODES.get((cells.country ?? "").trim().toUpperCase());
  if (!country) problems.country = "请填写国家名称或两位代码，如 US";
  const currency = toCurrency((cells.currency ?? "").trim().toUpperCase());
  if (!currency) problems.currency = "请填写币种代码，如 USD";
  const { amount, category, remittance } = readTail(cells, currency, problems);
  if (!country || !currency || !holderType) return { problems };
  const route = routesTo(country, currency).find((key) => hasWhatItNeeds(key, cells)) ?? routesTo(country, currency)[0];
  if (!route) return { problems: { ...problems, currency: `不能把 ${currency} 付到这个国家` } };
  const read = optionsRead(route, cells);
  const bankName = read.bankName ?? nameOf(route, read);
  const details = { ...read, ...(bankName && { bankName }) };
  const found = checkBankDetails(route, details, { country, holder: { type: holderType, name: holderName } });
  for (const [name, problem] of Object.entries(found)) problems[name as BatchColumn] ??= problem;
  if (Object.keys(problems).length > 0 || !amount) return { problems };
  return {
    problems,
    payment: { holderName, holderType, country, currency, route, details, amount, category, remittance },
  };
}
/** Where a country has several routes, the first that finds its own columns filled in counts. */
const hasWhatItNeeds = (route: BankRouteKey, cells: BatchCells): boolean =>
  fieldsOf(route).every(
    ([name, { optional }]) => optional || name === "bankName" || (cells[name] ?? "").trim() !== "",
  ) && BANK_FIELD_NAMES.every((name) => !cells[name]?.trim() || bankRoute(route).fields[name] !== undefined);
