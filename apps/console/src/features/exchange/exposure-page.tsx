import { formatMoney, type Money as Amount } from "@coralhub/domain";
import { Money, Panel, StateDot, Unknown } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { BooksTable } from "../../platform/books-table.tsx";
import { Page, QueryView } from "../../platform/page.tsx";
import { EXCHANGE, exchange, type Exposure } from "./exchange-calls.ts";
import { ExchangeTabs } from "./exchange-tabs.tsx";
import { JumpPanel } from "./jump-panel.tsx";
import "./exchange.css";

const EVERY_MS = 15_000;
const Shown = ({ value }: { value: Amount | null }) =>
  value ? <Money amount={formatMoney(value)} currency={value.currency} /> : <Unknown because="没有汇率" />;

/** What the house is long or short of, what it earned, and what was exchanged today against the limits. */
export function ExposurePage() {
  const exposure = useQuery({
    queryKey: [...EXCHANGE, "exposure"],
    queryFn: () => exchange.fxExposure({}),
    refetchInterval: EVERY_MS,
  });
  return (
    <Page title="换汇" beside={<ExchangeTabs tab="exchangeDesk" />}>
      <JumpPanel />
      <Panel
        title="外汇头寸"
        intro="正数是我们多持有的，负数是我们欠着的。折算按现在的中间价，合计就是现在全部平掉的结果"
        flush
      >
        <QueryView
          query={exposure}
          what="外汇头寸"
          empty={{
            when: ({ currencies }) => currencies.length === 0,
            title: "还没有头寸",
            text: "商户换汇或结汇后出现在这里",
          }}
        >
          {({ currencies, result, positionLimit }) => (
            <PositionTable currencies={currencies} result={result} positionLimit={positionLimit} />
          )}
        </QueryView>
      </Panel>
      <Panel title="今天的成交" intro="每个币种对全体商户合计，到每日额度为止" flush>
        <QueryView
          query={exposure}
          what="今天的成交"
          empty={{ when: ({ pairs }) => pairs.length === 0, title: "今天还没有换汇" }}
        >
          {({ pairs }) => <PairTable pairs={pairs} />}
        </QueryView>
      </Panel>
    </Page>
  );
}

function PositionTable({
  currencies,
  result,
  positionLimit,
}: Pick<Exposure, "currencies" | "result" | "positionLimit">) {
  return (
    <BooksTable name="外汇头寸">
      <thead>
        <tr>
          <th scope="col">币种</th>
          <th scope="col" className="right">
            头寸
          </th>
          <th scope="col" className="right">
            折合美元
          </th>
          <th scope="col" className="right">
            手续费和点差收入（全部业务）
          </th>
          <th scope="col" className="right wide-only">
            尾差
          </th>
          <th scope="col">
            限额 <Shown value={positionLimit} />
          </th>
        </tr>
      </thead>
      <tbody>
        {currencies.map((row) => (
          <tr key={row.currency}>
            <td>{row.currency}</td>
            <td className="right">
              <Shown value={row.position} />
            </td>
            <td className="right">
              <Shown value={row.inDollars} />
            </td>
            <td className="right">
              <Shown value={row.margin} />
            </td>
            <td className="right wide-only">
              <Shown value={row.rounding} />
            </td>
            <td>
              <StateDot tone={row.overLimit ? "danger" : "success"} label={row.overLimit ? "超过" : "以内"} />
            </td>
          </tr>
        ))}
        <tr>
          <td>合计</td>
          <td aria-label="不适用" />
          <td className="right">
            <Shown value={result} />
          </td>
          <td aria-label="不适用" />
          <td className="wide-only" aria-label="不适用" />
          <td aria-label="不适用" />
        </tr>
      </tbody>
    </BooksTable>
  );
}

function PairTable({ pairs }: Pick<Exposure, "pairs">) {
  return (
    <BooksTable name="今天的成交">
      <thead>
        <tr>
          <th scope="col">币种对</th>
          <th scope="col" className="right">
            已卖出
          </th>
          <th scope="col" className="right">
            每日额度
          </th>
          <th scope="col">已用</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ sell, buy, soldToday, dayLimit }) => (
          <tr key={`${sell} ${buy}`}>
            <td>
              {sell} → {buy}
            </td>
            <td className="right">
              <Shown value={soldToday} />
            </td>
            <td className="right">
              <Shown value={dayLimit} />
            </td>
            <td>{Math.min(100, Number((soldToday.minor * 1000n) / dayLimit.minor) / 10)}%</td>
          </tr>
        ))}
      </tbody>
    </BooksTable>
  );
}
