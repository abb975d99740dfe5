import type { WayOffer } from "@coralhub/contract";
import { percentText, type PayoutWayKey } from "@coralhub/domain";
import { Bone } from "@coralhub/ui";
import { Button, Radio } from "antd";
import type { ReactNode } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import type { Elsewhere } from "./elsewhere.ts";
import { rateDigits } from "./words.ts";

type Props = {
  offers: readonly WayOffer[] | undefined;
  chosen: PayoutWayKey | undefined;
  onChoose: (way: PayoutWayKey) => void;
  elsewhere: readonly Elsewhere[];
  onElsewhere: (offer: WayOffer) => void;
};
type Line = { label: string; cell: (offer: WayOffer) => ReactNode };

const LINES: readonly Line[] = [
  { label: "从账户扣", cell: ({ price }) => price && <MoneyOf value={price.amount} /> },
  { label: "手续费", cell: ({ price }) => price && <MoneyOf value={{ ...price.fee, minor: -price.fee.minor }} /> },
  {
    label: "途中扣费",
    cell: ({ price, enRoute }) =>
      price &&
      (enRoute.minor === 0n ? (
        "没有中转行"
      ) : (
        <>
          约 <MoneyOf value={enRoute} />
        </>
      )),
  },
  { label: "市场中间价", cell: ({ price }) => price && (price.mid ? rateDigits(price.mid) : "不用换汇") },
  {
    label: "汇率加点",
    cell: ({ price }) =>
      price && (price.markupBasisPoints === null ? "不用换汇" : percentText(price.markupBasisPoints)),
  },
  { label: "成交汇率", cell: ({ price }) => price && (price.rate ? rateDigits(price.rate) : "不用换汇") },
  {
    label: "到账",
    cell: ({ price }) =>
      price && (
        <strong>
          <MoneyOf value={price.arrives} />
        </strong>
      ),
  },
  { label: "什么时候", cell: ({ arrivesOn }) => arrivesOn },
];

/**
 * The ways side by side, line by line: what leaves, what it costs, what arrives and when; beside them the same payment through
 * the wallet or from another currency, of as much worth at the middle rate.
 */
export function WaysTable({ offers, chosen, onChoose, elsewhere, onElsewhere }: Props) {
  if (!offers) return <Bone width="100%" height={200} />;
  const isUsable = elsewhere.length > 0 || offers.some(({ problem }) => problem === null);
  return (
    <div className="ways-frame">
      <table className="ways">
        <thead>
          <tr>
            <th scope="col">方式</th>
            {offers.map(({ way, label, note, problem }) => (
              <th key={way} scope="col">
                <Radio checked={way === chosen} disabled={problem !== null} onChange={() => onChoose(way)}>
                  {label}
                </Radio>
                <div className="withdraw-note">{problem ?? note}</div>
              </th>
            ))}
            {elsewhere.map((offer) => (
              <th key={offer.accountId} scope="col">
                {offer.from.label}
                <div className="withdraw-note">{offer.label}</div>
                <Button size="small" onClick={() => onElsewhere(offer)}>
                  改用这个账户
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        {isUsable && (
          <tbody>
            {LINES.map(({ label, cell }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {offers.map((offer) => (
                  <td key={offer.way} className={offer.way === chosen ? "ways-chosen" : undefined}>
                    {cell(offer) ?? "—"}
                  </td>
                ))}
                {elsewhere.map((offer) => (
                  <td key={offer.accountId}>{cell(offer) ?? "—"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}
