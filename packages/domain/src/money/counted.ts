import type { Money } from "./money.ts";

export type CountedAmounts = { amounts: Money[]; leftOut: number };
/** What chosen rows add up; rows nothing came of are left out, and said to be. An exchange has two amounts. */
export const countedAmounts = <Row>(
  rows: readonly Row[],
  amountsOf: (row: Row) => readonly Money[],
  counts: (row: Row) => boolean,
): CountedAmounts => {
  const counted = rows.filter(counts);
  return { amounts: counted.flatMap(amountsOf), leftOut: rows.length - counted.length };
};
