import type { Money } from "./money.ts";

export type CountedAmounts = { amounts: Money[]; leftOut: number };
/** What chosen rows add up; rows nothing came of are left out, and said to be. */
export const countedAmounts = <Row>(
  rows: readonly Row[],
  amountOf: (row: Row) => Money,
  counts: (row: Row) => boolean,
): CountedAmounts => {
  const amounts = rows.filter(counts).map(amountOf);
  return { amounts, leftOut: rows.length - amounts.length };
};
