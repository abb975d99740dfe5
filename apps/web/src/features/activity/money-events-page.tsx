import { moneyEventList, type MoneyEventRow } from "@coralhub/contract";
import {
  addressOf,
  formatMoney,
  MONEY_KINDS,
  MONEY_STEPS,
  moneyRecordAddress,
  type MoneyDirection,
} from "@coralhub/domain";
import {
  beijingDay,
  Facts,
  icons,
  IconTile,
  Link,
  ListPage,
  Money,
  NameCell,
  StateDot,
  Unknown,
  useList,
  type Fact,
} from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import type { ReactNode } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MoneyTabs } from "../../platform/money-tabs.tsx";
import { saveFile } from "../../platform/save-file.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { useUrlState } from "../../platform/url-state.ts";
import { calls, eventsQuery, totalsQuery, type MoneyTotals } from "./activity-calls.ts";
import "./activity.css";

const TILES: Record<MoneyDirection, ReactNode> = {
  in: <icons.ArrowDownLeft size={20} />,
  out: <icons.ArrowUpRight size={20} />,
  exchange: <icons.Exchange size={20} />,
  transfer: <icons.ArrowRight size={20} />,
};
/** One choice of days, by which list, sums and statements agree. */
const { effectiveAt: _happened, ...filters } = moneyEventList.filters;
const LIST = { ...moneyEventList, filters };

/** /bigIncome/all: in and out in one list, one row for one payment. */
export function MoneyEventsPage() {
  const url = useUrlState();
  const list = useList(LIST, url);
  const rows = useQuery(eventsQuery(list.input));
  const { direction, countedAt } = list.input.filters as {
    direction?: MoneyDirection[];
    countedAt?: { begin?: string; end?: string };
  };
  const totals = useQuery(totalsQuery({ ...countedAt }));
  const file = useMutation({
    mutationFn: (format: "csv" | "xlsx") => calls.exportMoneyEvents({ filters: list.input.filters, format }),
    onSuccess: saveFile,
  });
  const only = direction?.length === 1 ? direction[0] : undefined;
  return (
    <ListPage
      spec={LIST}
      list={list}
      title="收支明细"
      aside={<MoneyTabs tab={only === "exchange" || only === "transfer" ? only : "all"} />}
      intro="每一笔收入、支出、换汇和转账一行；占用和退回不算收支"
      lead={
        <Totals
          {...countedAt}
          totals={totals.data}
          onMonth={(month) => url.setSearch(monthSearch(url.search, month), { replace: false })}
        />
      }
      leadComing={totals.isPending}
      actions={
        <>
          <Link to={addressOf("statements")} className="small-button">
            对账单
          </Link>
          <Button loading={file.isPending} onClick={() => file.mutate("xlsx")}>
            导出 Excel
          </Button>
        </>
      }
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => file.mutate("csv")}
      exporting={file.isPending}
      columns={["kind", "effectiveAt", "store", "amount", "net", "yuan", "step"]}
      roomyColumns={["store", "yuan"]}
      tile={(row) => <IconTile>{TILES[row.direction]}</IconTile>}
      cells={CELLS}
      phoneNote={aboutOf}
      drawer={{
        title: (row) => MONEY_KINDS[row.kind].label,
        body: (row) => <Facts facts={factsOf(row)} />,
        footer: (row) => {
          const to = moneyRecordAddress(row.kind, row.id);
          return to && <Link to={to}>查看这笔的办理进度</Link>;
        },
      }}
      empty={{ title: "还没有收支", text: "收到第一笔款后，每一笔进出会出现在这里" }}
    />
  );
}

const signed = (row: MoneyEventRow) =>
  row.direction === "in" ? row.amount : { ...row.amount, minor: -row.amount.minor };

/** The other side and the shop, as far as the event has them. */
const aboutOf = ({ counterparty, store }: Pick<MoneyEventRow, "counterparty" | "store">): string =>
  [counterparty, store].filter(Boolean).join(" · ");

const CELLS = {
  kind: (row: MoneyEventRow) => (
    <NameCell
      tile={<IconTile>{TILES[row.direction]}</IconTile>}
      name={MONEY_KINDS[row.kind].label}
      note={row.counterparty || row.reference}
    />
  ),
  amount: (row: MoneyEventRow) =>
    row.direction === "transfer" ? <MoneyOf value={row.amount} /> : <MoneyOf value={signed(row)} sign="both" />,
  net: (row: MoneyEventRow) =>
    row.state === "done" && row.direction !== "transfer" ? (
      <MoneyOf value={row.net} sign="both" />
    ) : (
      <Unknown because={row.direction === "transfer" ? "自己账户之间，不增不减" : "完成后计入"} />
    ),
  yuan: (row: MoneyEventRow) =>
    row.yuan && row.state === "done" && row.direction !== "transfer" ? (
      <MoneyOf value={row.yuan} sign="both" />
    ) : (
      <Unknown because="没有当日汇率，或尚未完成" />
    ),
  step: (row: MoneyEventRow) => (
    <StateDot {...MONEY_STEPS[row.step]} {...(row.bookedAt && { note: inTable(row.bookedAt) })} />
  ),
};

function factsOf(row: MoneyEventRow): Fact[] {
  return [
    { label: "状态", value: <StateDot {...MONEY_STEPS[row.step]} /> },
    ...(row.counterparty ? [{ label: "对方", value: row.counterparty }] : []),
    ...(row.store ? [{ label: "店铺", value: row.store }] : []),
    { label: "金额", value: <MoneyOf value={row.amount} /> },
    { label: "其中手续费", value: <MoneyOf value={row.fee} /> },
    ...(row.other
      ? [{ label: row.direction === "exchange" ? "买入" : "对方收到", value: <MoneyOf value={row.other} /> }]
      : []),
    ...(row.yuan ? [{ label: "净额约合（当日中间价）", value: <MoneyOf value={row.yuan} sign="both" /> }] : []),
    { label: "发生时间", value: inTable(row.effectiveAt) },
    ...(row.bookedAt ? [{ label: "入账时间", value: inTable(row.bookedAt) }] : []),
    ...(row.reference ? [{ label: "流水号", value: row.reference }] : []),
  ];
}

type TotalsProps = {
  begin?: string;
  end?: string;
  totals: MoneyTotals | undefined;
  onMonth: (month: string | undefined) => void;
};

/** Income and expense of the chosen days, by currency; sums never mix currencies. */
function Totals({ begin, end, totals, onMonth }: TotalsProps) {
  const months = lastMonths(3);
  return (
    <div className="activity-totals">
      <div className="activity-months" role="group" aria-label="按月">
        {months.map(({ month, label }) => (
          <Button
            key={month}
            size="small"
            type={begin?.startsWith(month) && end?.startsWith(month) ? "primary" : "default"}
            onClick={() => onMonth(month)}
          >
            {label}
          </Button>
        ))}
        <Button size="small" onClick={() => onMonth(undefined)}>
          全部时间
        </Button>
      </div>
      <ul>
        {totals?.map(({ currency, income, expense }) => (
          <li key={currency}>
            <span>
              收入 <Money amount={formatMoney(income)} currency={currency} />
            </span>
            <span>
              支出 <Money amount={formatMoney(expense)} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** This month and the ones before it. */
function lastMonths(count: number): { month: string; label: string }[] {
  const [year, number] = beijingDay().split("-").map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + (number - 1) - back;
    const month = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
    return { month, label: back === 0 ? "本月" : back === 1 ? "上月" : `${(months % 12) + 1} 月` };
  });
}

/** The address with the days of a month, or without days; the page begins anew. */
function monthSearch(search: string, month: string | undefined): string {
  const next = new URLSearchParams(search);
  next.delete("page");
  next.delete("countedAt");
  if (month) {
    const [year, number] = month.split("-").map(Number) as [number, number];
    const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
    next.set("countedAt", `${month}-01~${month}-${last}`);
  }
  return next.toString();
}
