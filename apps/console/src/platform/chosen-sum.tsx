import { formatMoney, moneyOf, type Currency, type Money as Amount } from "@coralhub/domain";
import { Money } from "@coralhub/ui";
import { Fragment } from "react";

/** What chosen rows come to, by currency: sums never mix them. */
export function ChosenSum({ amounts }: { amounts: readonly Amount[] }) {
  const sums = new Map<Currency, bigint>();
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums].map(([currency, minor], at) => (
    <Fragment key={currency}>
      {at === 0 ? "合计 " : "，"}
      <Money amount={formatMoney(moneyOf(currency, minor))} currency={currency} />
    </Fragment>
  ));
}
