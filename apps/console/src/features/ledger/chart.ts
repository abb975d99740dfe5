import type { ChartRow } from "@coralhub/contract";
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  CURRENCY_CODES,
  moneyOf,
  type AccountKind,
  type Currency,
  type Money,
} from "@coralhub/domain";

export const SIDES = { merchant: "商户账户", house: "自有账户" } as const;
export type Side = keyof typeof SIDES;

export type CurrencyTotals = { currency: Currency; debit: Money; credit: Money; difference: Money };

const sum = (currency: Currency, amounts: readonly bigint[]): Money =>
  moneyOf(
    currency,
    amounts.reduce((all, one) => all + one, 0n),
  );

/** Both sides of the books in one currency; equal where nothing is wrong. */
export function totalsOf(currency: Currency, balances: readonly Money[]): CurrencyTotals {
  const minors = balances.map(({ minor }) => minor);
  const debit = sum(
    currency,
    minors.filter((minor) => minor < 0n).map((minor) => -minor),
  );
  const credit = sum(
    currency,
    minors.filter((minor) => minor > 0n),
  );
  return { currency, debit, credit, difference: moneyOf(currency, credit.minor - debit.minor) };
}

export const currenciesOf = (rows: readonly { currency: Currency }[]): Currency[] =>
  CURRENCY_CODES.filter((code) => rows.some(({ currency }) => currency === code));

/** In the order of the table of kinds, as an accountant reads them. */
export const byKind = <R extends { kind: AccountKind }>(rows: readonly R[]): R[] =>
  rows.toSorted((a, b) => ACCOUNT_KIND_NAMES.indexOf(a.kind) - ACCOUNT_KIND_NAMES.indexOf(b.kind));

export const ofSide = <R extends { kind: AccountKind }>(rows: readonly R[], side: Side): R[] =>
  rows.filter(({ kind }) => ACCOUNT_KINDS[kind].side === side);

/** What the address asks for, as far as the books have it. */
export function chosenFrom(rows: readonly ChartRow[], search: string): { currency: Currency; row: ChartRow } {
  const params = new URLSearchParams(search);
  const currencies = currenciesOf(rows);
  const currency = currencies.find((code) => code === params.get("currency")) ?? currencies[0]!;
  const own = byKind(rows.filter((row) => row.currency === currency));
  return { currency, row: own.find(({ kind }) => kind === params.get("kind")) ?? own[0]! };
}
