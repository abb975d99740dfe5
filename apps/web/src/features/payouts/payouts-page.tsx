import { payoutList, type PayoutHead } from "@coralhub/contract";
import { payoutLifecycle } from "@coralhub/domain";
import { CurrencyTile, ListPage, Masked, NameCell, StateDot, useList } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { goTo } from "../../platform/navigation.ts";
import { MoneyTabs } from "../../platform/money-tabs.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { useUrlState } from "../../platform/url-state.ts";
import { PayoutDetailView, PayoutFooter } from "./payout-detail.tsx";
import { WithdrawPage } from "./withdraw-page.tsx";
import { payoutQuery, payoutsQuery } from "./payouts-calls.ts";
import { withdrawFrom } from "./words.ts";
import "./payouts.css";

/** /bigIncome/out: what was taken out, and the way to take out more. */
export function PayoutsPage() {
  const url = useUrlState();
  const asked = new URLSearchParams(url.search);
  if (asked.get("do") === "withdraw")
    return <WithdrawPage key={asked.get("payout")} accountId={asked.get("account")} payoutId={asked.get("payout")} />;
  return <Records />;
}

function Records() {
  const list = useList(payoutList, useUrlState());
  const rows = useQuery(payoutsQuery(list.input));
  const open = useOpenRow(list.state.open, rows.data?.records);
  return (
    <ListPage
      spec={payoutList}
      list={list}
      title="收支明细"
      aside={<MoneyTabs tab="out" />}
      intro="Amazon 收款经中信银行结汇，到您自己的人民币账户"
      actions={
        <>
          <Button type="primary" onClick={() => goTo(withdrawFrom())}>
            提现
          </Button>
        </>
      }
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={["payeeBank", "createdAt", "reference", "amount", "arrives", "state"]}
      roomyColumns={["reference"]}
      tile={(row) => <CurrencyTile currency={row.currency} />}
      cells={CELLS}
      drawer={{
        title: (row) => `提现到 ${row.payeeBank}`,
        body: (row) => <PayoutDetailView key={row.id} id={row.id} />,
        footer: (row) => <PayoutFooter key={row.id} id={row.id} />,
        ...(open && { row: open }),
      }}
      empty={{
        title: "还没有提现",
        text: "提现后，每一笔到哪里、花了多少、走到哪一步会出现在这里",
      }}
    />
  );
}

type Row = PayoutHead & { currency: PayoutHead["amount"]["currency"] };

/** The row of the address when it is not on this page of the list: a link from a message or a result. */
function useOpenRow(id: string | undefined, records: readonly Row[] | undefined): Row | undefined {
  const elsewhere = id !== undefined && records !== undefined && !records.some((row) => row.id === id);
  const { data } = useQuery({ ...payoutQuery(id ?? ""), enabled: elsewhere });
  return elsewhere && data ? { ...data, currency: data.amount.currency } : undefined;
}

const CELLS = {
  payeeBank: (row: Row) => (
    <NameCell
      tile={<CurrencyTile currency={row.currency} />}
      name={
        <>
          {row.payeeBank} <Masked end={row.payeeLastFour} />
        </>
      }
      note={row.payeeName}
    />
  ),
  amount: (row: Row) => <MoneyOf value={{ ...row.amount, minor: -row.amount.minor }} sign="both" />,
  arrives: (row: Row) => row.arrives && <MoneyOf value={row.arrives} />,
  state: (row: Row) => (
    <StateDot
      lifecycle={payoutLifecycle}
      state={row.state}
      {...(row.finishedAt && { note: inTable(row.finishedAt) })}
    />
  ),
};
