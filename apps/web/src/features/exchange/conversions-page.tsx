import { conversionList, type ConversionRow } from "@coralhub/contract";
import { addressOf, conversionLifecycle, moneyText } from "@coralhub/domain";
import {
  Bone,
  Copyable,
  CurrencyTile,
  ErrorState,
  Facts,
  ListPage,
  NameCell,
  Notice,
  StateTag,
  Timeline,
  useList,
  type Fact,
  pastNodes,
} from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { OrdersBehind } from "../../platform/orders-behind.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { WalletTabs, WalletViews } from "../../platform/wallet-tabs.tsx";
import { calls, conversionQuery, conversionsQuery } from "./exchange-calls.ts";
import { markupText, rateText, sourceText } from "./words.ts";
import "./exchange.css";

/** /moreToken/dealRecord/swap: everything that was exchanged, and at what price. */
export function ConversionsPage() {
  const list = useList(conversionList, useUrlState());
  const rows = useQuery(conversionsQuery(list.input));
  const elsewhere = useRowElsewhere(list.state.open, rows.data?.records);
  const file = useMutation({
    mutationFn: () => calls.exportConversions({ filters: list.input.filters }),
    onSuccess: saveFile,
  });
  return (
    <ListPage
      spec={conversionList}
      list={list}
      title="交易记录"
      aside={<WalletTabs tab="records" />}
      lead={<WalletViews view="swap" />}
      actions={
        <Button type="primary" onClick={() => goTo(addressOf("exchange"))}>
          换汇
        </Button>
      }
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => file.mutate()}
      exporting={file.isPending}
      columns={["pair", "createdAt", "rate", "origin", "amount", "bought", "state"]}
      roomyColumns={["origin"]}
      phoneNote={(row) => (row.bought ? moneyText(row.bought) : "")}
      tile={(row) => <CurrencyTile currency={row.buyCurrency} />}
      cells={{
        pair: (row) => <NameCell tile={<CurrencyTile currency={row.buyCurrency} />} name={row.pair} />,
        rate: (row) => row.rate && rateText(row.rate),
        amount: (row) => <MoneyOf value={{ ...row.amount, minor: -row.amount.minor }} sign="both" />,
        bought: (row) => row.bought && <MoneyOf value={row.bought} sign="both" />,
      }}
      drawer={{
        title: (row) => `换汇 ${row.pair}`,
        body: (row) => <Detail key={row.id} id={row.id} />,
        ...(elsewhere && { row: elsewhere }),
      }}
      empty={{ title: "还没有换汇", text: "换过的每一笔、用的汇率会出现在这里" }}
    />
  );
}

/** The row of the address when it is not on this page of the list: a link from a message. */
function useRowElsewhere(id: string | undefined, records: readonly ConversionRow[] | undefined) {
  const elsewhere = id !== undefined && records !== undefined && !records.some((row) => row.id === id);
  const { data } = useQuery({ ...conversionQuery(id ?? ""), enabled: elsewhere });
  return elsewhere ? data : undefined;
}

function Detail({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(conversionQuery(id));
  if (!data)
    return error ? (
      <ErrorState title="没能取到这笔换汇" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    ) : (
      <Bone width="100%" height={240} />
    );
  const { price, rateAt, rateSource, reason, timeline, state } = data;
  const facts: Fact[] = price
    ? [
        { label: "卖出", value: <MoneyOf value={price.amount} /> },
        { label: "手续费", value: <MoneyOf value={price.fee} /> },
        { label: "用来兑换", value: <MoneyOf value={price.exchanged} /> },
        { label: "市场中间价", value: rateText(price.mid) },
        { label: "加点", value: markupText(price.markupBasisPoints) },
        { label: "成交汇率", value: rateText(price.rate) },
        { label: "买入", value: <MoneyOf value={price.bought} /> },
        { label: "报价", value: `${rateAt ? inTable(rateAt) : ""} ${sourceText(rateSource)}` },
      ]
    : [{ label: "卖出", value: <MoneyOf value={data.amount} /> }];
  return (
    <div className="fx-detail">
      <div className="fx-order-head">
        <MoneyOf value={data.bought ?? data.amount} size="figure" />
        <StateTag lifecycle={conversionLifecycle} state={state} />
      </div>
      {reason && (
        <Notice tone="warning" title="没有成交">
          {reason}
        </Notice>
      )}
      <Facts facts={[...facts, { label: "流水号", value: <Copyable text={data.reference} /> }]} />
      <OrdersBehind moveId={id} />
      <Timeline nodes={pastNodes(timeline)} />
    </div>
  );
}
