import { formatMoney, moneyOf, type Currency, type Money as Amount } from "@coralhub/domain";
import { Fragment } from "react";
import { Money } from "../values/money.tsx";

type ChosenSumProps = { amounts: readonly Amount[]; leftOut?: number; why?: string };

/** What chosen rows come to, by currency: sums never mix them. What is not counted is said beside it. */
export function ChosenSum({ amounts, leftOut = 0, why = "未成或已退回" }: ChosenSumProps) {
  const sums = new Map<Currency, bigint>();
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return (
    <>
      {[...sums].map(([currency, minor], at) => (
        <Fragment key={currency}>
          {at === 0 ? "合计 " : "，"}
          <Money amount={formatMoney(moneyOf(currency, minor))} currency={currency} />
        </Fragment>
      ))}
      {leftOut > 0 && `${sums.size > 0 ? "，另" : "所选"} ${leftOut} 笔${why}，不计合计`}
    </>
  );
}
