import { formatMoney, toShanghaiTime, type Money as Amount } from "@coralhub/domain";
import { feedTime, Money, tableTime, type SignStyle } from "@coralhub/ui";

type MoneyOfProps = { value: Amount; sign?: SignStyle; size?: "inherit" | "figure" | "figure-xl"; prefix?: string };

/** An exact amount on a page. */
export function MoneyOf({ value, ...look }: MoneyOfProps) {
  return <Money amount={formatMoney(value)} currency={value.currency} {...look} />;
}

/** 「今天 14:32」 */
export const inFeed = (time: Date): string => feedTime(toShanghaiTime(time));
/** `11-13 14:32` */
export const inTable = (time: Date): string => tableTime(toShanghaiTime(time));
/** `2026-11-13` */
export const asDay = (time: Date): string => toShanghaiTime(time).slice(0, 10);
