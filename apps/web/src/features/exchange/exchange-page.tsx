import type { ConversionRow } from "@coralhub/contract";
import { addressOf, CURRENCY_CODES, STANDING_KIND_NAMES, toCurrency, type StandingKind } from "@coralhub/domain";
import {
  Columns,
  EmptyState,
  ErrorState,
  FeedRow,
  IconTile,
  icons,
  Link,
  PageHeader,
  PageSkeleton,
  Panel,
  Sep,
} from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inFeed, MoneyOf } from "../../platform/show.tsx";
import { ConverterPanel } from "./converter.tsx";
import { conversionsQuery, currenciesQuery, standingQuery, type Currencies, type Pair } from "./exchange-calls.ts";
import { RatePanel } from "./rate-panel.tsx";
import { StandingDialog } from "./standing-dialog.tsx";
import { StandingPanel } from "./standing-panel.tsx";
import { useConverter } from "./use-converter.ts";
import { momentText, rateText } from "./words.ts";
import "./exchange.css";

const RECENT = 10;
const BACK = { label: "多币种钱包", to: addressOf("wallet") };
const FIRST: Pair = { sell: "USD", buy: "CNY" };

/** /moreToken/exchange: sell one currency for another, now or when the price is right. */
export function ExchangePage() {
  const { data, error, isFetching, refetch } = useQuery(currenciesQuery);
  if (data) return <Desk currencies={data} />;
  if (!error) return <PageSkeleton />;
  const { message, reference } = failureOf(error);
  return (
    <>
      <PageHeader title="换汇" back={BACK} />
      <Panel>
        <ErrorState
          title="没能打开换汇"
          onRetry={() => void refetch()}
          retrying={isFetching}
          {...(reference && { reference })}
        >
          {message}
        </ErrorState>
      </Panel>
    </>
  );
}

/** Dollars where there are some, else any wallet with money in it. */
const richest = (wallets: Currencies["wallets"]) => {
  const filled = wallets.filter(({ minor }) => minor > 0n).map(({ currency }) => currency);
  return filled.includes(FIRST.sell) ? FIRST.sell : filled[0];
};

/** The pair of the address, else from the wallet that holds most. */
function firstPair(search: string, { wallets }: Currencies): Pair {
  const asked = new URLSearchParams(search);
  const sell = toCurrency(asked.get("sell") ?? "") ?? richest(wallets) ?? FIRST.sell;
  const buy = toCurrency(asked.get("buy") ?? "") ?? (sell === FIRST.buy ? FIRST.sell : FIRST.buy);
  return sell === buy ? { sell, buy: CURRENCY_CODES.find((code) => code !== sell)! } : { sell, buy };
}

/** What an address asks to leave with us: home leads to a reminder of its rate. */
const asksFor = (search: string): StandingKind | undefined => {
  const asked = new URLSearchParams(search).get("wait");
  return STANDING_KIND_NAMES.find((name) => name === asked);
};

function Desk({ currencies }: { currencies: Currencies }) {
  const url = useUrlState();
  const [waiting, setWaiting] = useState(() => asksFor(url.search));
  const recent = useQuery(
    conversionsQuery({ pageNo: 1, pageSize: RECENT, sort: undefined, order: "desc", filters: {} }),
  );
  const orders = useQuery(standingQuery);
  const converter = useConverter(currencies, firstPair(url.search, currencies), () => undefined);
  const { pair, market, typed } = converter;
  return (
    <>
      <PageHeader
        title="换汇"
        back={BACK}
        actions={
          market && (
            <span className="fx-market">
              <span className={`fx-light ${market.isOpen ? "fx-open" : ""}`} aria-hidden="true" />
              {market.label}
              {market.isOpen ? "开市" : "休市"}
              {market.changesAt && (
                <>
                  <Sep />
                  {momentText(market.changesAt)} {market.isOpen ? "休市" : "开市"}
                </>
              )}
            </span>
          )
        }
      />
      <Columns
        side={
          <>
            <StandingPanel onNew={() => setWaiting("target")} />
            <RecentPanel rows={recent.data?.records.slice(0, 5)} />
          </>
        }
      >
        <ConverterPanel converter={converter} onWait={() => setWaiting("target")} />
        <RatePanel pair={pair} orders={orders.data ?? []} recent={recent.data?.records ?? []} />
      </Columns>
      {waiting && (
        <StandingDialog
          pair={pair}
          first={waiting}
          amount={typed.side === "sell" ? typed.text : ""}
          onClose={() => setWaiting(undefined)}
        />
      )}
    </>
  );
}

function RecentPanel({ rows }: { rows: readonly ConversionRow[] | undefined }) {
  return (
    <Panel title="最近换汇" flush action={<Link to={addressOf("conversions")}>全部</Link>}>
      {rows?.length === 0 && <EmptyState title="还没有换汇">换过的每一笔、用的汇率会出现在这里</EmptyState>}
      {rows?.map((row) => (
        <FeedRow
          key={row.id}
          tile={
            <IconTile>
              <icons.Exchange size={20} />
            </IconTile>
          }
          title={<Link to={addressOf("conversions", { open: row.id })}>{row.pair}</Link>}
          note={row.rate ? `${inFeed(row.createdAt)}，${rateText(row.rate)}` : `${inFeed(row.createdAt)}，未成交`}
          end={
            <div>
              {row.bought && <MoneyOf value={row.bought} sign="both" />}
              <div className="fx-hint">
                <MoneyOf value={{ ...row.amount, minor: -row.amount.minor }} sign="both" />
              </div>
            </div>
          }
        />
      ))}
    </Panel>
  );
}
