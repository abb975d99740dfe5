import type { PayoutPrice } from "@coralhub/contract";
import { addressOf, percentText } from "@coralhub/domain";
import { Facts, Link, type Fact } from "@coralhub/ui";
import { MoneyOf } from "../../platform/show.tsx";
import { rateText } from "./words.ts";

/** The whole way from what leaves to what arrives, line by line. */
export const priceFacts = ({
  amount,
  feeLines,
  fee,
  exchanged,
  rate,
  mid,
  markupBasisPoints,
  arrives,
}: PayoutPrice): Fact[] => [
  { label: "付款金额", value: <MoneyOf value={amount} /> },
  ...(feeLines.length === 0
    ? [{ label: "手续费", value: <MoneyOf value={fee} /> }]
    : feeLines.map((line) => ({
        label: line.label,
        value: <MoneyOf value={{ ...line.amount, minor: -line.amount.minor }} />,
      }))),
  ...(rate && mid
    ? [
        { label: "用来兑换", value: <MoneyOf value={exchanged} /> },
        { label: "市场中间价", value: rateText(mid, exchanged.currency, arrives.currency) },
        ...(markupBasisPoints === null ? [] : [{ label: "加点", value: percentText(markupBasisPoints) }]),
        { label: "成交汇率", value: rateText(rate, exchanged.currency, arrives.currency) },
      ]
    : []),
];

export function PriceLines({ price }: { price: PayoutPrice }) {
  return (
    <div className="withdraw-price">
      <Facts facts={priceFacts(price)} />
      <div className="withdraw-arrives">
        <span>预计到账</span>
        <MoneyOf value={price.arrives} size="figure" />
      </div>
      <Link to={addressOf("prices")} className="text-button">
        收费标准
      </Link>
    </div>
  );
}
