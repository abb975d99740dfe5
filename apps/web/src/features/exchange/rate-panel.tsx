import type { ConversionRow, StandingOrder } from "@coralhub/contract";
import { CHART_SPAN_NAMES, CHART_SPANS, toShanghaiTime, type ChartSpan } from "@coralhub/domain";
import { Bone, EmptyState, ErrorState, Panel, RateChart, type RateChartPoint } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Segmented } from "antd";
import { useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { chartQuery, rateQuery, summaryQuery, type Pair } from "./exchange-calls.ts";
import { pairName, rateText, sourceText } from "./words.ts";

type Props = { pair: Pair; orders: readonly StandingOrder[]; recent: readonly ConversionRow[] };

/** The middle rate as we kept it; marked is only what concerns this merchant. */
export function RatePanel({ pair, orders, recent }: Props) {
  const [span, setSpan] = useState<ChartSpan>("month");
  const chart = useQuery(chartQuery(pair, span));
  const rate = useQuery(rateQuery(pair));
  const points = (chart.data?.points ?? []).map(({ at, mid }) => pointOf(at, mid, span));
  const order = orders.find((one) => one.state === "waiting" && one.kind === "target" && isPair(one, pair));
  const title = `${pairName(pair.sell, pair.buy)} 中间价`;
  return (
    <Panel
      title={title}
      action={
        <Segmented
          aria-label="时间范围"
          size="small"
          value={span}
          onChange={setSpan}
          options={CHART_SPAN_NAMES.map((value) => ({ value, label: CHART_SPANS[value].label }))}
        />
      }
      footer={<Summary pair={pair} span={span} />}
    >
      <div className="fx-now">
        <span className="type-figure">{rate.data ? rateText(rate.data.mid) : "—"}</span>
        {rate.data && <Compared mid={Number(rate.data.mid)} points={points} />}
      </div>
      {chart.isError ? (
        <ErrorState title="没能取到走势" onRetry={() => void chart.refetch()} retrying={chart.isFetching} />
      ) : !chart.data ? (
        <Bone width="100%" height={256} />
      ) : points.length < 2 ? (
        <EmptyState title="还没有走势">我们从现在起记录这个币种对的中间价</EmptyState>
      ) : (
        <RateChart
          title={title}
          points={points}
          line={order?.target && rate.data ? lineOf(order.target, rate.data) : undefined}
          trades={tradesOn(
            points,
            recent.filter((row) => row.state === "settled" && rowIsPair(row, pair)),
          )}
          legend={<span className="fx-hint">{sourceText(chart.data.source)}，圆点是您换过的</span>}
        />
      )}
    </Panel>
  );
}

/** 「比 30 天均值 −0.0064」 */
function Compared({ mid, points }: { mid: number; points: readonly RateChartPoint[] }) {
  if (points.length < 2) return null;
  const average = points.reduce((sum, { value }) => sum + value, 0) / points.length;
  const difference = mid - average;
  const text = Math.abs(difference).toFixed(mid < 0.1 ? 6 : 4);
  return (
    <span className="fx-hint">
      比这段时间均值 {difference < 0 ? "−" : "+"}
      {text}
    </span>
  );
}

function Summary({ pair, span }: { pair: Pair; span: ChartSpan }) {
  const { data } = useQuery(summaryQuery(pair, span));
  if (!data) return <Bone width={240} height={22} />;
  if (data.count === 0) return <span className="fx-hint">{CHART_SPANS[span].label}内您没有换过这个币种对</span>;
  return (
    <span className="fx-hint">
      {CHART_SPANS[span].label}内您换了 {data.count} 笔，卖出 <MoneyOf value={data.sold} />
      ，平均汇率 <b>{rateText(data.averageRate!)}</b>
    </span>
  );
}

/** A target is a customer's rate: on the chart of middle rates it lies where the middle one has to be for it. */
function lineOf(target: string, { mid, rate }: { mid: string; rate: string }) {
  const value = (Number(target) * Number(mid)) / Number(rate);
  return { value, label: `挂单 ${rateText(target)}，中间价约 ${rateText(String(value))} 时成交` };
}

const isPair = (order: Pick<StandingOrder, "sell" | "buy">, pair: Pair) =>
  order.sell === pair.sell && order.buy === pair.buy;
const rowIsPair = (row: ConversionRow, pair: Pair) => row.sellCurrency === pair.sell && row.buyCurrency === pair.buy;

function pointOf(at: Date, mid: string, span: ChartSpan): RateChartPoint {
  const time = toShanghaiTime(at);
  const label =
    span === "day" ? time.slice(11, 16) : CHART_SPANS[span].grain === "days" ? time.slice(5, 10) : time.slice(5, 16);
  return { key: time, label, value: Number(mid), text: rateText(mid) };
}

/** On the line, at the moment that was kept nearest before. */
function tradesOn(points: readonly RateChartPoint[], rows: readonly ConversionRow[]) {
  return rows.flatMap(({ createdAt }) => {
    const time = toShanghaiTime(createdAt);
    const point = points.findLast(({ key }) => key <= time);
    return point ? [{ key: point.key, value: point.value }] : [];
  });
}
