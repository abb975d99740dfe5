import { Refusal, type IncomeSelection } from "@coralhub/contract";
import type { Database } from "../../../platform/db.ts";
import { incomeSource, type IncomeSource } from "./incomes-store.ts";
import { findAccountsByNumber, findWords } from "./search-store.ts";

/** Page, count, summary and file of one selection read from this: they cannot disagree. */
export async function selectIncomes(
  { db }: Pick<Database, "db">,
  merchantId: string,
  selection: IncomeSelection,
  /** Only income of these, whatever is asked for. */
  platforms?: readonly string[],
): Promise<IncomeSource> {
  const text = textOf(selection.filters["payerName"], "payerName");
  const number = textOf(selection.toCardNo, "toCardNo").replaceAll(/\s/g, "");
  const [words, accountIds] = await Promise.all([
    text ? findWords(db, merchantId, text) : undefined,
    number ? findAccountsByNumber(db, merchantId, number) : undefined,
  ]);
  return incomeSource(selection, { words, accountIds, platforms });
}

/** PostgreSQL keeps no such character, so nothing can match it. */
function textOf(value: unknown, field: string): string {
  const text = typeof value === "string" ? value : "";
  if (text.includes("\0")) throw new Refusal("input.invalid", {}, { [field]: "含有无法识别的字符，请重新输入" });
  return text;
}
