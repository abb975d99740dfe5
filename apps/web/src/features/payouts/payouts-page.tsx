import { payoutList, type PayoutHead } from "@coralhub/contract";
import { addressOf, PAYOUT_KIND_NAMES, PAYOUT_KINDS, payoutLifecycle } from "@coralhub/domain";
import {
  ChosenSum,
  CurrencyTile,
  Link,
  ListPage,
  Masked,
  NameCell,
  StateDot,
  toast,
  useList,
  type ListController,
} from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { MissingRow } from "../../platform/missing-row.tsx";
import { MoneyTabs } from "../../platform/money-tabs.tsx";
import { queryClient } from "../../platform/query.ts";
import { SavedViews, type NamedView } from "../../platform/saved-views.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { PayoutDetailView, PayoutFooter } from "./payout-detail.tsx";
import {
  payoutQuery,
  payoutsQuery,
  removeView,
  saveList,
  saveReceipts,
  saveRows,
  saveView,
  viewsQuery,
} from "./payouts-calls.ts";
import { countedPayouts, withdrawFrom } from "./words.ts";
import "./payouts.css";

const TABS = {
  filter: "kind",
  items: PAYOUT_KIND_NAMES.map((kind) => ({ label: PAYOUT_KINDS[kind].label, values: [kind] })),
};

/** /bigIncome/out: everything that left, and the ways to pay more. */
export function PayoutsPage() {
  const list = useList(payoutList, useUrlState());
  const rows = useQuery(payoutsQuery(list.input));
  const save = useMutation({
    mutationFn: async () => saveFile(await saveList(list.input.filters, "xlsx")),
    onError: (error) => toast.failed(error.message),
  });
  const { open, problem } = useOpenRow(list.state.open, rows.data?.records);
  return (
    <ListPage
      spec={payoutList}
      list={list}
      title="付款记录"
      aside={<MoneyTabs tab="out" />}
      intro="提现、供应商和服务商付款，走到哪一步都在这里"
      tabs={TABS}
      actions={
        <>
          <Link to={addressOf("moneyOut")} className="small-button">
            全部支出
          </Link>
          <PayoutViews list={list} />
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            导出
          </Button>
          <Button onClick={() => goTo(addressOf("payments"))}>付款</Button>
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
      columns={["payeeBank", "kind", "createdAt", "reference", "amount", "arrives", "state"]}
      roomyColumns={["reference"]}
      tile={(row) => <CurrencyTile currency={row.currency} />}
      cells={CELLS}
      selection={CHOSEN}
      {...(problem && { lead: <MissingRow what="付款" error={problem} /> })}
      drawer={{
        title: (row) => `${PAYOUT_KINDS[row.kind].label}到 ${row.payeeBank}`,
        body: (row) => <PayoutDetailView key={row.id} id={row.id} />,
        footer: (row) => <PayoutFooter key={row.id} id={row.id} />,
        ...(open && { row: open }),
      }}
      empty={{
        title: "还没有付款",
        text: "提现或付款后，每一笔到哪里、花了多少、走到哪一步会出现在这里",
      }}
    />
  );
}

const CHOSEN = {
  total: (rows: Row[]) => <ChosenSum {...countedPayouts(rows)} />,
  actions: (rows: Row[]) => <ChosenFiles rows={rows} />,
};

/** Only a payment that has arrived has a receipt. */
const hasReceipt = ({ state }: Row): boolean => state === "completed";

function ChosenFiles({ rows }: { rows: Row[] }) {
  const onError = (error: Error) => toast.failed(error.message);
  const save = useMutation({
    mutationFn: async () => saveFile(await saveRows(rows.map(({ id }) => id))),
    onError,
  });
  const paid = rows.filter(hasReceipt);
  const receipts = useMutation({
    mutationFn: async () => saveFile(await saveReceipts(paid.map(({ id }) => id))),
    onError,
  });
  return (
    <>
      <Button size="small" loading={save.isPending} onClick={() => save.mutate()}>
        导出 {rows.length} 笔
      </Button>
      <Button size="small" disabled={paid.length === 0} loading={receipts.isPending} onClick={() => receipts.mutate()}>
        下载 {paid.length} 张回单
      </Button>
    </>
  );
}

/** Filters of this list under a name. */
function PayoutViews({ list }: { list: ListController }) {
  const { data: views = [] } = useQuery(viewsQuery);
  return (
    <SavedViews
      list={list}
      placeholder="本月供应商美元"
      views={views.map(({ id, name, selection }) => ({ id, name, filters: selection.filters as NamedView["filters"] }))}
      save={(name) => saveView(name, list.input.filters)}
      remove={removeView}
      refresh={() => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })}
    />
  );
}

type Row = PayoutHead & { currency: PayoutHead["amount"]["currency"] };

/** The row of the address when it is not on this page of the list: a link from a message or a result. */
function useOpenRow(id: string | undefined, records: readonly Row[] | undefined) {
  const elsewhere = id !== undefined && records !== undefined && !records.some((row) => row.id === id);
  const { data, error } = useQuery({ ...payoutQuery(id ?? ""), enabled: elsewhere });
  const open: Row | undefined = elsewhere && data ? { ...data, currency: data.amount.currency } : undefined;
  return { open, problem: elsewhere ? error : null };
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
