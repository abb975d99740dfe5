import { COUNT_CAP, type IncomeRow } from "@coralhub/contract";
import {
  addressOf,
  countedAmounts,
  formatMoney,
  incomeWord,
  placeName,
  platformName,
  UNDONE_INCOMES,
  type Money,
} from "@coralhub/domain";
import {
  ChosenSum,
  amountText,
  icons,
  IconTile,
  Link,
  ListPage,
  Masked,
  MenuButton,
  NameCell,
  PlatformLogo,
  StateDot,
  type SummaryItem,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { MissingRow } from "../../platform/missing-row.tsx";
import { MoneyTabs } from "../../platform/money-tabs.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { failureOf } from "../../platform/failure.ts";
import { accountsQuery } from "../../platform/store-calls.ts";
import { incomeQuery, incomesQuery, summaryQuery, type Selection } from "./income-calls.ts";
import { lastFour } from "../../platform/account-numbers.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { ExportWatch } from "./export-watch.tsx";
import { IncomeDetailView } from "./income-detail.tsx";
import { useIncomeList } from "./income-filters.ts";
import { INCOME_TABS, rowOfDetail, stateNote } from "./income-words.ts";
import { IncomeFooter } from "./income-footer.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useIncomeActions, type IncomeActions } from "./use-income-actions.tsx";
import "./income.css";

/** /bigIncome/in: every payment in, where it stands and what it waits for. */
export function IncomePage() {
  const url = useUrlState();
  const accounts = useQuery(accountsQuery);
  const { spec, list, selection } = useIncomeList(accounts.data, url);
  const rows = useQuery(incomesQuery(list.input, selection));
  const summary = useQuery(summaryQuery(selection));
  const [exporting, setExporting] = useState<"all" | readonly IncomeRow[]>();
  const keeping = useIncomeActions();
  const { open, problem } = useOpenRow(list.state.open, rows.data?.records);
  const counts = summary.data?.counts;
  return (
    <>
      <ListPage
        spec={spec}
        list={list}
        title="收款记录"
        aside={<MoneyTabs tab="in" />}
        rowKey={(row) => row.id}
        data={rows.data}
        fetching={rows.isFetching}
        {...(rows.error && { error: failureOf(rows.error) })}
        onRetry={() => void rows.refetch()}
        actions={
          <>
            <OtherLists />
            <SavedViews list={list} selection={selection} />
          </>
        }
        lead={
          <>
            {problem && <MissingRow what="收款" error={problem} />}
            <ExportWatch />
          </>
        }
        leadComing={summary.isPending}
        tabs={{
          filter: "state",
          items: INCOME_TABS,
          ...(counts && { counts, total: totalOf(counts) }),
        }}
        summary={summary.data?.sums?.map(sumItem)}
        columns={["storeName", "createdAt", "payerName", "toCardNo", "amount", "state"]}
        roomyColumns={["payerName"]}
        tile={rowTile}
        cells={CELLS}
        rowActions={(row) => (
          <MenuButton className="icon-button" align="end" label="更多操作" entries={keeping.entries(row)}>
            <icons.More />
          </MenuButton>
        )}
        selection={forChosen(setExporting, keeping)}
        drawer={{
          title: (row) => <NameCell tile={rowTile(row)} name={nameOf(row)} note={storeOf(row)} />,
          body: (row) => <IncomeDetailView key={row.id} id={row.id} />,
          footer: (row) => <IncomeFooter row={row} keeping={keeping} />,
          ...(open && { row: open }),
        }}
        onExport={() => setExporting("all")}
        empty={emptyWords(accounts.data?.length ?? 0)}
      />
      {exporting && (
        <ExportDialog
          {...(exporting === "all" ? { selection, total: rows.data?.total ?? 0 } : onlyThese(selection, exporting))}
          onClose={() => setExporting(undefined)}
        />
      )}
    </>
  );
}

const OTHER_LISTS = [
  { label: "全部收入", to: addressOf("moneyIn") },
  { label: "线下汇款", to: addressOf("offlineTransfers") },
  { label: "导出记录", to: addressOf("exports") },
];
const OtherLists = () =>
  OTHER_LISTS.map(({ label, to }) => (
    <Link key={to} to={to} className="small-button">
      {label}
    </Link>
  ));

const countedIncomes = (rows: readonly IncomeRow[]) =>
  countedAmounts(
    rows,
    ({ amount }) => [amount],
    ({ state }) => !UNDONE_INCOMES.includes(state),
  );
const forChosen = (exportRows: (rows: IncomeRow[]) => void, { forRows }: IncomeActions) => ({
  total: (rows: IncomeRow[]) => <ChosenSum {...countedIncomes(rows)} />,
  actions: (rows: IncomeRow[], clear: () => void) => (
    <>
      <Button size="small" onClick={() => exportRows(rows)}>
        导出 {rows.length} 笔
      </Button>
      {forRows(rows, clear)}
    </>
  ),
});

const onlyThese = (selection: Selection, rows: readonly IncomeRow[]) => ({
  selection: { ...selection, ids: rows.map(({ id }) => id) },
  total: rows.length,
});

/** The row of the address when it is not on this page of the list: a link from a message or a to-do. */
function useOpenRow(id: string | undefined, records: readonly IncomeRow[] | undefined) {
  const elsewhere = id !== undefined && records !== undefined && !records.some((row) => row.id === id);
  const { data, error } = useQuery({ ...incomeQuery(id ?? ""), enabled: elsewhere });
  const open: IncomeRow | undefined = elsewhere && data ? rowOfDetail(data) : undefined;
  return { open, problem: elsewhere ? error : null };
}

const totalOf = (counts: Record<string, number>): number =>
  Math.min(
    COUNT_CAP,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );

const sumItem = ({ amount, credited }: { amount: Money; credited: Money }): SummaryItem => ({
  currency: amount.currency,
  amount: formatMoney(amount),
  note:
    credited.minor === amount.minor
      ? "全部已入账"
      : credited.minor === 0n
        ? "没有已入账的"
        : `其中已入账 ${amountText(formatMoney(credited), amount.currency)}`,
});

const nameOf = ({ platform, payerName }: IncomeRow): string => (platform ? platformName(platform) : payerName);

const storeOf = ({ storeName }: IncomeRow): string => storeName ?? "未指明店铺";

const rowTile = ({ platform }: IncomeRow) =>
  platform ? (
    <PlatformLogo platform={platform} size={32} />
  ) : (
    <span className="income-tile">
      <IconTile>
        <icons.ArrowDownLeft />
      </IconTile>
    </span>
  );

const CELLS = {
  storeName: (row: IncomeRow) => (
    <NameCell
      tile={rowTile(row)}
      name={nameOf(row)}
      note={
        <>
          {row.pinned && <span className="income-pinned">置顶</span>}
          {storeOf(row)}
        </>
      }
    />
  ),
  toCardNo: (row: IncomeRow) => (
    <span className="income-account">
      {placeName({ country: row.accountCountry, currency: row.currency })}{" "}
      {row.toCardNo && <Masked end={lastFour(row.toCardNo)} />}
    </span>
  ),
  amount: (row: IncomeRow) => <MoneyOf value={row.amount} sign="both" />,
  state: (row: IncomeRow) => <StateDot {...incomeWord(row)} note={stateNote(row)} />,
};

function emptyWords(accounts: number) {
  const path = accounts > 0 ? addressOf("accounts") : addressOf("bind");
  return {
    title: "还没有收入",
    text: accounts > 0 ? "把收款账户填到平台后台，下一个打款日款项会出现在这里" : "绑定店铺后，平台打款会出现在这里",
    action: (
      <Button type="primary" onClick={() => goTo(path)}>
        {accounts > 0 ? "查看收款账户" : "绑定店铺"}
      </Button>
    ),
  };
}
