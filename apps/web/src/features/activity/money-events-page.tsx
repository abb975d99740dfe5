import { filter, moneyEventList, type LinkedEvent, type MoneyEventRow } from "@coralhub/contract";
import {
  addressOf,
  countedAmounts,
  isOwnRecord,
  MONEY_DIRECTION_NAMES,
  MONEY_KIND_NAMES,
  MONEY_KINDS,
  MONEY_STATES,
  MONEY_STEPS,
  moneyRecordAddress,
  moneySides,
  type MoneyDirection,
  type MoneyKind,
  type MoneyStep,
} from "@coralhub/domain";
import {
  ChosenSum,
  Copyable,
  Facts,
  icons,
  IconTile,
  Link,
  ListPage,
  NameCell,
  Notice,
  oneQuestion,
  StateDot,
  Unknown,
  useList,
  type Fact,
  type ListTabs,
} from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo, type ReactNode } from "react";
import { failureOf } from "../../platform/failure.ts";
import { MissingRow } from "../../platform/missing-row.tsx";
import { MONEY_TAB_NAMES, MoneyTabs, type MoneyTab } from "../../platform/money-tabs.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { calls, eventQuery, eventsQuery, totalsQuery } from "./activity-calls.ts";
import { monthSearch, Totals } from "./money-totals.tsx";
import "./activity.css";

const TILES: Record<MoneyDirection, ReactNode> = {
  in: <icons.ArrowDownLeft size={20} />,
  out: <icons.ArrowUpRight size={20} />,
  exchange: <icons.Exchange size={20} />,
  transfer: <icons.ArrowRight size={20} />,
  financing: <icons.Bank size={20} />,
};
/** One choice of days, by which list, sums and statements agree. */
const { effectiveAt: _happened, ...filters } = moneyEventList.filters;
const LIST = { ...moneyEventList, filters };

/** The list of these directions: only their own kinds can be asked for, so that no two choices contradict each other. */
function listOf(directions: readonly MoneyDirection[]): typeof LIST {
  const own = MONEY_KIND_NAMES.filter((name) => directions.includes(MONEY_KINDS[name].direction));
  const options = own.map((value) => ({ value, label: MONEY_KINDS[value].label }));
  return { ...LIST, filters: { ...filters, kind: filter.choice("事由", options) } };
}
/** Of a tab: it has chosen the direction. */
function listOfTab(direction: MoneyDirection): typeof LIST {
  const { direction: _chosen, ...rest } = listOf([direction]).filters;
  return { ...LIST, filters: rest };
}
const LISTS = { in: listOfTab("in"), out: listOfTab("out") };

/** What waits for the merchant comes first, then each step money in takes. */
const IN_STEPS: readonly MoneyStep[] = ["announced", "reviewing"];
const TABS: Record<"in" | "out", ListTabs> = {
  in: {
    filter: "step",
    items: [
      { label: "待处理", values: ["needsEvidence", "abnormal"] },
      ...IN_STEPS.map((step) => ({ label: MONEY_STEPS[step].label, values: [step] })),
      { label: MONEY_STEPS.credited.label, values: ["credited", "done"] },
      { label: MONEY_STEPS.sentBack.label, values: ["sentBack"] },
    ],
  },
  out: {
    filter: "state",
    items: (["moving", "done", "returned", "failed"] as const).map((state) => ({
      label: MONEY_STATES[state].label,
      values: [state],
    })),
  },
};
const INTRO: Record<MoneyTab, string> = {
  all: "每一笔收入、支出、换汇、转账和融资一行；占用和退回不算收支，借入和归还本金记作融资，也不算收支",
  in: "全部中的收入：收款、退款、利息、奖励等；借入的本金记作融资，在「全部」里看",
  out: "全部中的支出：提现、付款、消费、费用和贷款利息；归还的本金记作融资，在「全部」里看",
  exchange: "一种币种换成另一种，不算收支",
  transfer: "自己账户之间，不算收支；手续费单独列出",
};

/** How a record shows itself in the drawer, where it has more to say than its row. */
export type MoneyRecords = Partial<
  Record<MoneyKind, { Body: (props: { id: string }) => ReactNode; Footer: (props: { id: string }) => ReactNode }>
>;
type PageProps = { tab?: "in" | "out"; records: MoneyRecords };

/** The directions an address asks for; one of them with a tab of its own is that tab, as its own address is. */
const directionsIn = (search: string): MoneyDirection[] => {
  const asked = new URLSearchParams(search).get("direction")?.split(",") ?? [];
  return MONEY_DIRECTION_NAMES.filter((name) => asked.includes(name));
};
const tabOf = ([only, more]: readonly MoneyDirection[]): "in" | "out" | undefined =>
  more === undefined && (only === "in" || only === "out") ? only : undefined;

/** What the page asks for: of a tab with an address of its own, that direction; the days are shared by list and sums. */
function useMoneyList(ofAddress: "in" | "out" | undefined) {
  const url = useUrlState();
  const fixed = ofAddress ?? tabOf(directionsIn(url.search));
  const spec = useMemo(() => {
    const asked = directionsIn(url.search);
    return fixed ? LISTS[fixed] : asked.length > 0 ? listOf(asked) : LIST;
  }, [fixed, url.search]);
  // 进展 is a group of 状态: both at once could only contradict each other, or say the same twice.
  const list = oneQuestion(["step", "state"], useList(spec, url));
  const input = useMemo(
    () => (fixed ? { ...list.input, filters: { ...list.input.filters, direction: [fixed] } } : list.input),
    [list.input, fixed],
  );
  const { direction, countedAt } = input.filters as {
    direction?: MoneyDirection[];
    countedAt?: { begin?: string; end?: string };
  };
  const only = direction?.length === 1 ? direction[0] : undefined;
  const tab: MoneyTab = MONEY_TAB_NAMES.find((name) => name === only) ?? "all";
  return { url, spec, list, input, countedAt, tab, fixed };
}

/** The row of the address when it is not on this page of the list: a link from a message or from the finder. */
function useOpenRow(id: string | undefined, records: readonly MoneyEventRow[] | undefined) {
  const elsewhere = id !== undefined && records !== undefined && !records.some((row) => row.id === id);
  const { data, error } = useQuery({ ...eventQuery(id ?? ""), enabled: elsewhere });
  return { open: elsewhere ? data : undefined, problem: elsewhere ? error : null };
}

/** /bigIncome/all, /bigIncome/all/in, /bigIncome/all/out: one list, one row for one payment. */
export function MoneyEventsPage({ tab: ofAddress, records }: PageProps) {
  const { url, spec, list, input, countedAt, tab, fixed } = useMoneyList(ofAddress);
  const rows = useQuery(eventsQuery(input));
  const { open, problem } = useOpenRow(list.state.open, rows.data?.records);
  const totals = useQuery(totalsQuery(input.filters));
  const file = useMutation({
    mutationFn: (format: "csv" | "xlsx") => calls.exportMoneyEvents({ filters: input.filters, format }),
    onSuccess: saveFile,
  });
  return (
    <ListPage
      spec={spec}
      list={list}
      title="收支明细"
      aside={<MoneyTabs tab={tab} days={new URLSearchParams(url.search).get("countedAt") ?? undefined} />}
      intro={INTRO[tab]}
      lead={
        <>
          {problem && <MissingRow what="收支" error={problem} />}
          <Totals
            tab={tab}
            {...countedAt}
            totals={totals.data}
            coming={totals.isPlaceholderData}
            failed={totals.isError}
            onMonth={(month) => url.setSearch(monthSearch(url.search, month), { replace: false })}
          />
        </>
      }
      leadComing={totals.isPending}
      {...(fixed && { tabs: TABS[fixed] })}
      actions={
        <>
          <OwnLists tab={tab} />
          <Link to={addressOf("statements")} className="small-button">
            对账单
          </Link>
        </>
      }
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void Promise.all([rows.refetch(), totals.refetch()])}
      onExport={[
        { label: "Excel", onSelect: () => file.mutate("xlsx") },
        { label: "CSV", onSelect: () => file.mutate("csv") },
      ]}
      exporting={file.isPending}
      columns={["kind", "effectiveAt", "store", "amount", "net", "yuan", "step"]}
      roomyColumns={["store", "yuan"]}
      tile={(row) => <IconTile>{TILES[row.direction]}</IconTile>}
      cells={CELLS}
      selection={CHOSEN}
      phoneNote={aboutOf}
      drawer={{
        title: (row) => MONEY_KINDS[row.kind].label,
        body: (row) => <EventBody key={row.id} row={row} record={records[row.kind]} />,
        footer: (row) => <EventFooter key={row.id} row={row} record={records[row.kind]} />,
        ...(open && { row: open }),
      }}
      empty={EMPTY[tab === "in" || tab === "out" ? tab : "all"]}
    />
  );
}

/** What came to nothing counts nowhere; what stays the merchant's own counts only among its like. */
const countsIn = (rows: readonly MoneyEventRow[]) => {
  const ownOnly = rows.every(({ direction }) => direction === "transfer");
  return ({ state, direction }: MoneyEventRow): boolean =>
    state !== "failed" && state !== "returned" && (ownOnly || direction !== "transfer");
};
const CHOSEN = {
  total: (rows: MoneyEventRow[]) => (
    <ChosenSum {...countedAmounts(rows, moneySides, countsIn(rows))} why="未成、退回或在自己账户之间" />
  ),
  actions: (rows: MoneyEventRow[]) => <ChosenFile ids={rows.map(({ id }) => id)} />,
};
function ChosenFile({ ids }: { ids: string[] }) {
  const file = useMutation({
    mutationFn: () => calls.exportMoneyEvents({ filters: {}, format: "xlsx", ids }),
    onSuccess: saveFile,
  });
  return (
    <Button size="small" loading={file.isPending} onClick={() => file.mutate()}>
      导出 {ids.length} 笔
    </Button>
  );
}

const toAccounts = <Link to={addressOf("accounts")}>查看收款账户</Link>;
const EMPTY = {
  all: { title: "还没有收支", text: "收到第一笔款后，每一笔进出会出现在这里", action: toAccounts },
  in: { title: "还没有收入", text: "把收款账户填到平台后台，下一个打款日款项会出现在这里", action: toAccounts },
  out: { title: "还没有支出", text: "提现、付款或消费后，每一笔到哪里、花了多少会出现在这里" },
};

/** The lists of one kind of record, with what only they can do: papers of many at once, what was put on top or away. */
function OwnLists({ tab }: { tab: MoneyTab }) {
  if (tab === "in")
    return (
      <>
        <Link to={addressOf("income")} className="small-button">
          收款记录
        </Link>
        <Link to={addressOf("offlineTransfers")} className="small-button">
          线下汇款
        </Link>
      </>
    );
  if (tab !== "out") return null;
  return (
    <>
      <Link to={addressOf("payouts")} className="small-button">
        付款记录与回单
      </Link>
      <Link to={addressOf("payments")} className="small-button">
        付款
      </Link>
      <Link to={addressOf("withdrawals")} className="small-button">
        提现
      </Link>
    </>
  );
}

type EventProps = { row: MoneyEventRow; record: MoneyRecords[MoneyKind] };
function EventBody({ row, record }: EventProps) {
  const { data } = useQuery(eventQuery(row.id));
  const corrects = data?.corrects;
  // An income tells of its corrections itself.
  const correctedBy = row.kind === "income" ? [] : (data?.correctedBy ?? []);
  return (
    <>
      {correctedBy.length > 0 && (
        <Notice tone="warning" title="这笔已被红冲">
          {correctedBy.map((one) => (
            <div key={one.recordId}>
              {inTable(one.at)} {one.amount && <MoneyOf value={one.amount} />}，更正编号 <Linked event={one} />
            </div>
          ))}
        </Notice>
      )}
      {record ? (
        <record.Body id={row.id} />
      ) : (
        <Facts
          facts={[...factsOf(row), ...(corrects ? [{ label: "更正的是", value: <Linked event={corrects} /> }] : [])]}
        />
      )}
    </>
  );
}
/** Leads to the record; where the list has none, its number alone. */
function Linked({ event: { label, kind, recordId, reference, at } }: { event: LinkedEvent }) {
  const words = `${kind ? MONEY_KINDS[kind].label : label} ${reference ?? ""}（${inTable(at)}）`;
  return kind && recordId ? <Link to={moneyRecordAddress({ kind, recordId, reference })}>{words}</Link> : words;
}
function EventFooter({ row, record }: EventProps) {
  if (record) return <record.Footer id={row.id} />;
  return isOwnRecord(row.kind) ? null : <Link to={moneyRecordAddress(row)}>查看这笔的办理进度</Link>;
}

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
    row.direction === "transfer" ? (
      <MoneyOf value={row.amount} />
    ) : (
      <span className="activity-sides">
        {moneySides(row).map((side) => (
          <MoneyOf key={side.currency} value={side} sign="both" />
        ))}
      </span>
    ),
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

/** What stands where other events name the other side. */
const SAID_BY: Partial<Record<MoneyKind, string>> = {
  adjustmentIn: "调账原因",
  adjustmentOut: "调账原因",
  adjustmentMoved: "调账原因",
  reward: "活动",
};

function factsOf(row: MoneyEventRow): Fact[] {
  return [
    { label: "状态", value: <StateDot {...MONEY_STEPS[row.step]} /> },
    ...(row.counterparty ? [{ label: SAID_BY[row.kind] ?? "对方", value: row.counterparty }] : []),
    ...(row.accountName ? [{ label: "账户", value: row.accountName }] : []),
    ...(row.store ? [{ label: "店铺", value: row.store }] : []),
    { label: "金额", value: <MoneyOf value={row.amount} /> },
    ...(row.fee.minor > 0n ? [{ label: "其中手续费", value: <MoneyOf value={row.fee} /> }] : []),
    ...(row.other
      ? [{ label: row.direction === "exchange" ? "买入" : "对方收到", value: <MoneyOf value={row.other} /> }]
      : []),
    ...(row.yuan ? [{ label: "净额约合（当日中间价）", value: <MoneyOf value={row.yuan} sign="both" /> }] : []),
    { label: "发生时间", value: inTable(row.effectiveAt) },
    ...(row.bookedAt ? [{ label: "入账时间", value: inTable(row.bookedAt) }] : []),
    ...(row.reference ? [{ label: "流水号", value: row.reference }] : []),
    ...(row.reference === null && row.kind in SAID_BY ? [{ label: "编号", value: <Copyable text={row.id} /> }] : []),
  ];
}
