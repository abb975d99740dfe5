import { toCurrency, type Currency } from "../money/currencies.ts";
import type { Money } from "../money/money.ts";
import { readAmount } from "../money/typed-amount.ts";
import type { BankRouteKey } from "../beneficiaries/bank-routes.ts";
import {
  PAYEE_COLUMNS,
  PAYEE_HEADER_WORDS,
  payeeColumnLabel,
  payeeColumnsFor,
  headerKey,
  readPayee,
  type NameOfBank,
  type PayeeColumn,
  type SheetColumn,
  type WrittenPayee,
} from "../beneficiaries/payee-cells.ts";
import { TRADE_CATEGORIES } from "../reference/categories.ts";

/** Columns a payment has beside those of its payee. */
const TAILS = {
  amount: { label: "到账金额", sample: "1280.00" },
  category: { label: "品类代码", sample: "101" },
  remittance: { label: "附言", sample: "PO 8812" },
} as const;
type Tail = keyof typeof TAILS;
const TAIL_COLUMNS = Object.keys(TAILS) as Tail[];
export type BatchColumn = PayeeColumn | Tail;
export const BATCH_COLUMNS = [...PAYEE_COLUMNS, ...TAIL_COLUMNS] as unknown as [BatchColumn, ...BatchColumn[]];
/** What is typed into each column. */
export type BatchCells = Partial<Record<BatchColumn, string>>;

/** What a column is called over a sheet that holds several countries. */
export const batchColumnLabel = (column: BatchColumn): string =>
  Object.hasOwn(TAILS, column) ? TAILS[column as Tail].label : payeeColumnLabel(column as PayeeColumn);

export type TemplateColumn = SheetColumn<BatchColumn>;
/** The columns of one corridor, by its own words. */
export function templateFor(country: string, currency: Currency, wanted?: BankRouteKey): TemplateColumn[] {
  const payee = payeeColumnsFor(country, currency, wanted);
  if (payee.length === 0) return [];
  const tail = TAIL_COLUMNS.map((column) => ({
    column,
    header: `${TAILS[column].label}${column === "amount" ? "*" : ""}`,
    sample: TAILS[column].sample,
  }));
  return [...payee, ...tail];
}

const HEADERS: ReadonlyMap<string, BatchColumn> = new Map(
  [
    ...PAYEE_HEADER_WORDS,
    ...TAIL_COLUMNS.map((column) => [TAILS[column].label, column] as const),
    ["金额", "amount"] as const,
    ["用途", "remittance"] as const,
  ].map(([label, column]): [string, BatchColumn] => [headerKey(label), column]),
);
/** Which column each cell of the first row names; undefined where it is no heading. */
export function readHeader(cells: readonly string[]): (BatchColumn | undefined)[] | undefined {
  const columns = cells.map((cell) => HEADERS.get(headerKey(cell)));
  const known = new Set(columns);
  return known.has("amount") && known.has("accountNumber") && known.has("holderName") ? columns : undefined;
}

/** A row as it would be paid. */
export type BatchPayment = WrittenPayee & { amount: Money; category: number | null; remittance: string };
export type BatchProblems = Partial<Record<BatchColumn, string>>;
export type ReadRow = { problems: BatchProblems; payment?: BatchPayment };

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

/** Reads a row by its country's rules. */
export function readBatchRow(cells: BatchCells, nameOf: NameOfBank): ReadRow {
  const currency = toCurrency((cells.currency ?? "").trim().toUpperCase());
  const problems: BatchProblems = {};
  const { amount, category, remittance } = readTail(cells, currency, problems);
  const { problems: found, payee } = readPayee(cells, nameOf);
  Object.assign(problems, found);
  if (Object.keys(problems).length > 0 || !amount || !payee) return { problems };
  return { problems, payment: { ...payee, amount, category, remittance } };
}
