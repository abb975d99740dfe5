import type { CardRecharge } from "@coralhub/contract";
import { addressOf, cardText, moneyOf, RECHARGE_KINDS, rechargeLifecycle } from "@coralhub/domain";
import { Link, Panel, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import { cardQuery, stoodInQuery } from "./cards-calls.ts";
import { cardAt, recordAt } from "./words.ts";

/** The card that stands in for another one, by its name. */
export function BackupName({ id }: { id: string }) {
  const { data } = useQuery(cardQuery(id));
  if (!data) return null;
  return (
    <>
      <Link to={cardAt(id)}>{cardText({ name: data.cardName, lastFour: data.lastFour })}</Link>
      {data.cardStatus !== "active" && "，现在不能补足"}
    </>
  );
}

/** What has left a card for purchases of the cards it stands in for; nothing where it never did. */
export function StoodIn({ cardId }: { cardId: string }) {
  const { data } = useQuery(stoodInQuery(cardId));
  if (!data || data.total === 0) return null;
  const isMore = data.total > data.records.length;
  return (
    <Panel
      flush
      title="替其他卡补足"
      intro={`作为备用卡付出 ${data.total} 笔`}
      {...(isMore && { action: <Link to={addressOf("cardLoads", { kind: "backupLoad" })}>全部补足记录</Link> })}
    >
      <ul className="card-payments">
        {data.records.map((row) => (
          <li key={row.id}>
            {row.paymentId === null ? (
              <span className="card-payment">
                <Given row={row} />
              </span>
            ) : (
              <Link to={recordAt(row.paymentId)} className="card-payment">
                <Given row={row} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Given({ row }: { row: CardRecharge }) {
  const { shopName, cardName, cardLastFour, createdAt, rechargeProgress, rechargeAmount } = row;
  return (
    <>
      <span className="card-payment-shop">{shopName ?? RECHARGE_KINDS.backupLoad.label}</span>
      <span className="card-note">{cardText({ name: cardName ?? "", lastFour: cardLastFour })}</span>
      <span className="card-note">{inFeed(createdAt)}</span>
      <StateDot lifecycle={rechargeLifecycle} state={rechargeProgress} />
      <MoneyOf value={moneyOf(rechargeAmount.currency, -rechargeAmount.minor)} sign="both" />
    </>
  );
}
