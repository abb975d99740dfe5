import { ACCOUNT_KINDS, formatMoney } from "@coralhub/domain";
import type { TrialRow } from "./books-store.ts";

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
const MARK = "\uFEFF";

/** The day's trial balance as a spreadsheet reads it. Our own words and figures only: nothing here needs quoting. */
export function trialCsv(rows: readonly TrialRow[]): string {
  const lines = rows.map(({ kind, currency, opening, debits, credits, closing }) =>
    [currency, ACCOUNT_KINDS[kind].label, ...[opening, debits, credits, closing].map(formatMoney)].join(","),
  );
  return MARK + ["币种,科目,期初（贷为正）,借方发生,贷方发生,期末（贷为正）", ...lines].join("\r\n") + "\r\n";
}
