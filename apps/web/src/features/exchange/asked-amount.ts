import { formatMoney, type Money } from "@coralhub/domain";

/** What a price is asked for, and taken with: the amount that is typed, once it has stood still; never the one before it. */
export const askedAmount = (typed: Money | undefined, settled: string): Money | undefined =>
  typed && formatMoney(typed) === settled ? typed : undefined;
