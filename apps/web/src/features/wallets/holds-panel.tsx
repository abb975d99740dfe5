import type { MoneyEventRow, WalletOverview } from "@coralhub/contract";
import { addressOf, moneyRecordAddress, type Address, type Currency } from "@coralhub/domain";
import { FeedRow, Link, Panel } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import { setAsideQuery } from "./wallets-calls.ts";

type Hold = WalletOverview["holds"][number];
const SHOWN = 5;

/** What is set aside, of one currency or of all: first what we keep, then what the merchant asked for itself. */
export function HoldPanels({ holds, currency }: { holds: readonly Hold[]; currency?: Currency }) {
  const { data } = useQuery(setAsideQuery);
  const own = holds.filter(({ amount }) => currency === undefined || amount.currency === currency);
  const events = data?.records ?? [];
  return (
    <>
      <HoldPanel
        key={`kept ${currency ?? "all"}`}
        title="暂扣，为什么"
        rows={own.filter(({ isOwn }) => !isOwn)}
        empty="没有暂扣"
        word="去说明"
        events={events}
      />
      <HoldPanel
        key={`own ${currency ?? "all"}`}
        title="处理中"
        rows={own.filter(({ isOwn }) => isOwn)}
        empty="没有处理中的付款或挂单"
        word="看进度"
        events={events}
      />
    </>
  );
}

type PanelProps = {
  title: string;
  rows: readonly Hold[];
  empty: string;
  word: string;
  events: readonly MoneyEventRow[];
};
function HoldPanel({ title, rows, empty, word, events }: PanelProps) {
  const [all, setAll] = useState(false);
  return (
    <Panel
      title={title}
      flush
      footer={
        !all &&
        rows.length > SHOWN && (
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            展开全部 {rows.length} 笔
          </button>
        )
      }
    >
      {rows.length === 0 && <p className="wallet-quiet">{empty}</p>}
      {(all ? rows : rows.slice(0, SHOWN)).map((hold) => (
        <FeedRow
          key={hold.postingId}
          title={<MoneyOf value={hold.amount} />}
          note={`${hold.what}，${inFeed(hold.since)}`}
          end={<Link to={recordOf(hold, events)}>{isOrder(hold) ? "看挂单" : word}</Link>}
        />
      ))}
    </Panel>
  );
}

const isOrder = ({ reference }: Hold): boolean => reference?.startsWith("FO") ?? false;

/** Its own record; where none of what is under way bears its number, the list it would be in. */
function recordOf(hold: Hold, events: readonly MoneyEventRow[]): Address {
  const event = events.find(({ reference }) => reference !== null && reference === hold.reference);
  if (event) return moneyRecordAddress(event);
  if (isOrder(hold)) return addressOf("exchange");
  return addressOf("moneyEvents", { state: hold.isOwn ? "moving" : "held", currency: hold.amount.currency });
}
