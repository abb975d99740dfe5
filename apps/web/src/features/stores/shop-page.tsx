import { storeList, type StoreRow } from "@coralhub/contract";
import { addressOf, authorisationLifecycle, placeName, storeLifecycle } from "@coralhub/domain";
import {
  icons,
  Link,
  ListPage,
  Masked,
  MenuButton,
  NameCell,
  PlatformLogo,
  StateDot,
  Unknown,
  useList,
} from "@coralhub/ui";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { asDay, inTable, MoneyOf } from "../../platform/show.tsx";
import { storeCalls, usedPlatformsQuery } from "../../platform/store-calls.ts";
import { nextStep, useStoreCare, type StoreCare } from "./care/use-store-care.tsx";
import { ImportButton } from "./import-button.tsx";
import { ShopOverview } from "./shop-overview.tsx";
import { overviewQuery, storesQuery } from "./stores-calls.ts";
import { lacksShop, needsAuthorisation, siteName } from "./words.ts";
import "./stores.css";

const { foreignBankAccountId: _byNumber, createdAt: _byDay, ...filters } = storeList.filters;
/** The list's own columns are those of its file; a page of stores shows what a merchant looks after. */
const SPEC: typeof storeList = {
  ...storeList,
  filters,
  columns: {
    ...storeList.columns,
    account: { header: "收款账户" },
    income: { header: "本月收入", as: "money" },
  },
};

/** /shopManage: every store, what it waits for, where it is paid, what it earned. */
export function ShopPage() {
  const list = useList(SPEC, useUrlState());
  // What was put away stays away until it is asked for.
  const input = { ...list.input, filters: { hidden: ["no"], ...list.input.filters } };
  const rows = useQuery(storesQuery(input));
  const overview = useQuery(overviewQuery);
  const platforms = useQuery(usedPlatformsQuery);
  const care = useStoreCare();
  const file = useMutation({
    mutationFn: () => storeCalls.exportStores({ filters: input.filters }),
    onSuccess: saveFile,
  });
  const { total, needsAction, states } = overview.data ?? {};
  return (
    <>
      <ListPage
        spec={SPEC}
        list={list}
        title="店铺管理"
        unit="家"
        intro={introOf(total, needsAction)}
        rowKey={(row) => row.merchantsId}
        data={rows.data}
        fetching={rows.isFetching}
        {...(rows.error && { error: failureOf(rows.error) })}
        onRetry={() => void rows.refetch()}
        actions={
          <>
            <Link to={addressOf("storesByAccount")} className="small-button">
              按收款账户看
            </Link>
            <ImportButton />
            <Button type="primary" icon={<icons.Plus size={16} />} onClick={() => goTo(addressOf("bind"))}>
              绑定店铺
            </Button>
          </>
        }
        tabs={{ filter: "state", ...(states && { counts: states }), ...(total !== undefined && { total }) }}
        lead={<ShopOverview list={list} overview={overview.data} />}
        leadComing={overview.isPending || platforms.isPending}
        columns={["name", "state", "authorisation", "account", "income"]}
        roomyColumns={["account"]}
        tile={(row) => <PlatformLogo platform={row.platformCode} size={32} />}
        phoneState={(row) => CELLS[row.state === "bound" ? "authorisation" : "state"](row)}
        cells={CELLS}
        rowActions={(row) => <RowActions row={row} care={care} />}
        selection={{ actions: (chosen, clear) => <SelectionActions rows={chosen} care={care} clear={clear} /> }}
        onExport={() => file.mutate()}
        exporting={file.isPending}
        empty={{
          title: "还没有店铺",
          text: "绑定店铺后，平台的打款会进到您的收款账户，授权和收入都在这里看",
          action: (
            <Button type="primary" onClick={() => goTo(addressOf("bind"))}>
              绑定第一家店铺
            </Button>
          ),
        }}
      />
      {care.dialog}
    </>
  );
}

function introOf(total: number | undefined, needsAction: number | undefined): string {
  if (!total) return "授权失效不影响收款";
  const waiting = needsAction ? `其中 ${needsAction} 家等您处理` : "都不用您处理";
  return `${total} 家店铺，${waiting}。授权失效不影响收款`;
}

const CELLS = {
  name: (row: StoreRow) => (
    <NameCell
      tile={<PlatformLogo platform={row.platformCode} size={32} />}
      name={<Link to={addressOf("store", { id: row.merchantsId })}>{row.name}</Link>}
      note={row.remark ? `${siteName(row)}，${row.remark}` : siteName(row)}
    />
  ),
  state: (row: StoreRow) => <StateDot lifecycle={storeLifecycle} state={row.state} note={stateNote(row)} />,
  authorisation: (row: StoreRow) =>
    needsAuthorisation(row.platformCode) ? (
      <StateDot lifecycle={authorisationLifecycle} state={row.authorisation} note={authorisationNote(row)} />
    ) : (
      <StateDot tone="neutral" label="无需授权" note="用订单材料" />
    ),
  account: ({ account, state }: StoreRow) =>
    account ? (
      <NameCell
        name={
          <>
            {placeName(account)} {account.lastFour && <Masked end={account.lastFour} />}
          </>
        }
        note={account.sharedWith > 0 ? `与 ${account.sharedWith} 家共用` : "单独使用"}
      />
    ) : (
      <NameCell name={<Unknown />} note={state === "bound" ? undefined : "审核通过后分配"} />
    ),
  income: ({ income }: StoreRow) =>
    income.length === 0 ? (
      <Unknown />
    ) : (
      <span className="store-income">
        {income.map(({ amount, latestAt }) => (
          <span key={amount.currency}>
            <MoneyOf value={amount} sign="both" />
            <span className="store-income-note">最近 {inTable(latestAt).slice(0, 5)}</span>
          </span>
        ))}
      </span>
    ),
};

function stateNote({ state, declineReason, dueAt }: StoreRow): string | undefined {
  if (state === "declined") return declineReason;
  return state === "pending" && dueAt ? `预计 ${inTable(dueAt)} 前` : undefined;
}

function authorisationNote(row: StoreRow): string | undefined {
  const { authorisation, authorisedUntil } = row;
  if (authorisation === "none") return lacksShop(row) ? "开店后补全资料再授权" : "授权后连接平台";
  if (authorisation === "lapsed") return "重新授权后恢复连接";
  return authorisedUntil ? `至 ${asDay(authorisedUntil)}` : "长期有效";
}

function RowActions({ row, care }: { row: StoreRow; care: StoreCare }) {
  const next = nextStep(row, care);
  return (
    <span className="store-actions">
      {next && (
        <button type="button" className="text-button" onClick={next.act}>
          {next.label}
        </button>
      )}
      <Link to={addressOf("store", { id: row.merchantsId })} className="text-button">
        详情
      </Link>
      <MenuButton className="icon-button" align="end" label={`${row.name} 的更多操作`} entries={care.entries(row)}>
        <icons.More />
      </MenuButton>
    </span>
  );
}

function SelectionActions({ rows, care, clear }: { rows: StoreRow[]; care: StoreCare; clear: () => void }) {
  const hide = rows.some(({ hidden }) => hidden === "no");
  return (
    <>
      {rows.every(({ state }) => state === "bound") && (
        <button type="button" className="text-button" onClick={() => care.ask("account", ...rows)}>
          更换收款账户
        </button>
      )}
      <button type="button" className="text-button" onClick={() => care.ask("remark", ...rows)}>
        批量备注
      </button>
      <button
        type="button"
        className="text-button"
        onClick={() => {
          care.setHidden(rows, hide);
          clear();
        }}
      >
        {hide ? "隐藏" : "重新显示"}
      </button>
    </>
  );
}
