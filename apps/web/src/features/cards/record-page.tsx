import { cardPaymentList, type CardPaymentHead } from "@coralhub/contract";
import { cardPaymentLifecycle, formatMoney, maskedCard, moneyText, SHOP_CATEGORIES } from "@coralhub/domain";
import { ListPage, NameCell, Panel, StateDot, TrendChart, useList } from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { authorisationsQuery, calls, paymentQuery, paymentsQuery, statisticsQuery } from "./cards-calls.ts";
import { PaymentDetailView } from "./payment-detail.tsx";
import "./cards.css";

const MONTHS = 6;

/** /vcc/record: every purchase and refund; what was spent by month, label, owner and shop. */
export function RecordPage() {
  const list = useList(cardPaymentList, useUrlState());
  const [shown, setShown] = useState<"all" | "open">("all");
  const rows = useQuery(shown === "all" ? paymentsQuery(list.input) : authorisationsQuery(list.input));
  const [charts, setCharts] = useState(false);
  const file = useMutation({
    mutationFn: () => calls.exportCardTransactions({ filters: list.input.filters }),
    onSuccess: saveFile,
  });
  const open = useOpenRow(list.state.open, rows.data?.records);
  return (
    <ListPage
      spec={cardPaymentList}
      list={list}
      title="珊瑚卡交易"
      intro="授权、清算、退款和被拒的每一笔"
      actions={
        <>
          <Segmented<"all" | "open">
            aria-label="看哪些交易"
            options={[
              { value: "all", label: "全部交易" },
              { value: "open", label: "授权记录" },
            ]}
            value={shown}
            onChange={(next) => {
              setShown(next);
              list.setPage(1);
            }}
          />
          <Button onClick={() => setCharts((before) => !before)}>{charts ? "收起统计" : "消费统计"}</Button>
        </>
      }
      {...(charts && { lead: <Charts /> })}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      {...(shown === "all" && { onExport: () => file.mutate() })}
      exporting={file.isPending}
      columns={["shopName", "createdAt", "cardName", "state", "amount"]}
      cells={CELLS}
      drawer={{
        title: (row) => row.shopName,
        body: (row) => <PaymentDetailView key={row.id} id={row.id} />,
        ...(open && { row: open }),
      }}
      empty={{ title: "还没有交易", text: "在商户付款后，每一笔会出现在这里" }}
    />
  );
}

/** The row of the address when it is not on this page of the list: a link from a message. */
function useOpenRow(
  id: string | undefined,
  records: readonly CardPaymentHead[] | undefined,
): CardPaymentHead | undefined {
  const elsewhere = id !== undefined && records !== undefined && !records.some((row) => row.id === id);
  const { data } = useQuery({ ...paymentQuery(id ?? ""), enabled: elsewhere });
  return elsewhere ? data : undefined;
}

const CELLS = {
  shopName: (row: CardPaymentHead) => <NameCell name={row.shopName} note={SHOP_CATEGORIES[row.category].label} />,
  cardName: (row: CardPaymentHead) => (
    <>
      {row.cardName} {row.cardLastFour && maskedCard(row.cardLastFour)}
    </>
  ),
  state: (row: CardPaymentHead) => (
    <StateDot
      lifecycle={cardPaymentLifecycle}
      state={row.state}
      {...(row.state === "declined" && row.sentence && { note: row.sentence })}
    />
  ),
  amount: (row: CardPaymentHead) => <MoneyOf value={row.amount} sign="both" />,
};

const GROUPS = [
  { value: "labels", label: "标签" },
  { value: "owners", label: "使用人" },
  { value: "cards", label: "卡片" },
  { value: "shops", label: "商户" },
  { value: "categories", label: "类别" },
] as const;

function Charts() {
  const { data } = useQuery(statisticsQuery(MONTHS));
  const [group, setGroup] = useState<(typeof GROUPS)[number]["value"]>("labels");
  if (!data) return null;
  const rows = data[group].filter(({ amount }) => amount.minor > 0n);
  const most = rows[0]?.amount.minor ?? 1n;
  return (
    <div className="card-charts">
      <Panel title={`近 ${MONTHS} 个月消费`} intro={`合计 ${moneyText(data.total)}，被拒 ${data.declined} 次`}>
        <TrendChart
          title="每月消费"
          points={data.months.map(({ key, amount }, at) => ({
            label: key,
            value: Math.max(0, Number(formatMoney(amount))),
            text: moneyText(amount),
            current: at === data.months.length - 1,
          }))}
        />
      </Panel>
      <Panel
        title="花在哪里"
        action={<Segmented aria-label="分组" size="small" options={[...GROUPS]} value={group} onChange={setGroup} />}
      >
        <ul className="card-bars">
          {rows.map(({ key, label, amount, count }) => (
            <li key={key}>
              <span>{label}</span>
              <span className="card-note">{count} 笔</span>
              <MoneyOf value={amount} />
              <span className="card-bar" aria-hidden="true">
                <span style={{ inlineSize: `${Number((amount.minor * 100n) / most)}%` }} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
