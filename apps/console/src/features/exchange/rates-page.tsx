import {
  CHART_SPAN_NAMES,
  CHART_SPANS,
  CURRENCIES,
  toShanghaiTime,
  type ChartSpan,
  type Currency,
} from "@coralhub/domain";
import { Panel, RateChart, StateDot, tableTime, Unknown } from "@coralhub/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { BooksTable } from "../../platform/books-table.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { EXCHANGE, exchange, type RateRow } from "./exchange-calls.ts";
import { ExchangeTabs } from "./exchange-tabs.tsx";
import "./exchange.css";

const EVERY_MS = 10_000;

/** Every currency's rate of now beside the last that was taken as right, and how it came there. */
export function RatesPage() {
  const [currency, setCurrency] = useState<Currency>("CNY");
  const rates = useQuery({
    queryKey: [...EXCHANGE, "rates"],
    queryFn: () => exchange.fxRates({}),
    refetchInterval: EVERY_MS,
  });
  return (
    <Page title="换汇" beside={<ExchangeTabs tab="exchangeRates" />}>
      <HistoryPanel currency={currency} />
      <Panel title="现价" intro="每美元合多少；超过一分钟没有更新的不用来报价" flush>
        <QueryView query={rates} what="汇率">
          {(rows) => <RateTable rows={rows} onPick={setCurrency} />}
        </QueryView>
      </Panel>
    </Page>
  );
}

function RateTable({ rows, onPick }: { rows: readonly RateRow[]; onPick: (currency: Currency) => void }) {
  return (
    <BooksTable name="汇率">
      <thead>
        <tr>
          <th scope="col">币种</th>
          <th scope="col" className="right">
            现价
          </th>
          <th scope="col" className="right wide-only">
            基准
          </th>
          <th scope="col" className="right wide-only">
            跳变上限
          </th>
          <th scope="col">来源</th>
          <th scope="col">状态</th>
          <th scope="col" className="right">
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.currency}>
            <td>
              {row.currency}
              <span className="second-line">{CURRENCIES[row.currency].name}</span>
            </td>
            <td className="right">{row.perDollar ?? <Unknown because="数据源没有" />}</td>
            <td className="right wide-only">{row.baseline ?? <Unknown because="还没有" />}</td>
            <td className="right wide-only">{(row.jumpLimit / 100).toFixed(2)}%</td>
            <td>
              {row.source}
              <span className="second-line">{row.at && tableTime(row.at)}</span>
            </td>
            <td>
              <Standing isFresh={row.isFresh} isSuspended={row.isSuspended} />
            </td>
            <td className="right">
              {row.currency !== "USD" && (
                <Button
                  type="link"
                  size="small"
                  aria-label={`看 ${row.currency} 走势`}
                  onClick={() => onPick(row.currency)}
                >
                  走势
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </BooksTable>
  );
}

function Standing({ isFresh, isSuspended }: { isFresh: boolean; isSuspended: boolean }) {
  if (isSuspended) return <StateDot tone="danger" label="跳变，停用" />;
  return isFresh ? <StateDot tone="success" label="可用" /> : <StateDot tone="warning" label="太旧" />;
}

function HistoryPanel({ currency }: { currency: Currency }) {
  const [span, setSpan] = useState<ChartSpan>("month");
  const history = useQuery({
    queryKey: [...EXCHANGE, "history", currency, span],
    queryFn: () => exchange.fxRateHistory({ sell: "USD", buy: currency, span }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={`USD / ${currency} 记录`}
      action={
        <Segmented
          aria-label="时间范围"
          value={span}
          onChange={setSpan}
          options={CHART_SPAN_NAMES.map((value) => ({ value, label: CHART_SPANS[value].label }))}
        />
      }
    >
      <QueryView
        query={history}
        what="汇率记录"
        empty={{ when: ({ points }) => points.length < 2, title: "还没有记录" }}
      >
        {({ points }) => (
          <RateChart
            title={`USD / ${currency}`}
            points={points.map(({ at, mid }) => {
              const time = toShanghaiTime(at);
              return {
                key: time,
                label: span === "day" ? time.slice(11, 16) : time.slice(5, 16),
                value: Number(mid),
                text: mid,
              };
            })}
          />
        )}
      </QueryView>
    </Panel>
  );
}
