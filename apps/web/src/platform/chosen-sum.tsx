import { moneyOf, type Currency, type Money } from "@coralhub/domain";
import { Fragment } from "react";
import { MoneyOf } from "./show.tsx";

/** What chosen rows come to, by currency: sums never mix them. */
export function ChosenSum({ amounts }: { amounts: readonly Money[] }) {
  const sums = new Map<Currency, bigint>();
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums].map(([currency, minor], at) => (
    <Fragment key={currency}>
      {at === 0 ? "合计 " : "，"}
      <MoneyOf value={moneyOf(currency, minor)} />
    </Fragment>
  ));
}
