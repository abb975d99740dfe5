import { moneyEventList, type ListInput, type MoneyEventRow } from "@coralhub/contract";
import { MONEY_KINDS, MONEY_STEPS, moneyRecordAddress, type Currency } from "@coralhub/domain";
import { CurrencyTile, Link, ListPage, NameCell, StateDot, Unknown, useList } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { WalletTabs, WalletViews, type WalletView } from "../../platform/wallet-tabs.tsx";
import { walletCalls } from "./wallets-calls.ts";
import "./wallets.css";

type View = Exclude<WalletView, "swap">;
type Input = Parameters<typeof walletCalls.transactions>[0];
const VIEWS: Record<View, { title: string; request: Input; empty: string }> = {
  in: {
    title: "还没有入账",
    request: { wallet: "in" },
    empty: "从收款账户转入、其他商户转来的钱会出现在这里",
  },
  out: {
    title: "还没有出账",
    request: { wallet: "out" },
    empty: "从钱包转给其他商户和付出去的钱会出现在这里",
  },
  coming: {
    title: "还没有待入账",
    request: { userBizTypeList: ["income"], userBizStatusList: ["coming", "held"] },
    empty: "平台已通知、还没入账的款会出现在这里",
  },
};
const COLUMNS = ["kind", "effectiveAt", "reference", "amount", "net", "step"] as const;

/** /moreToken/dealRecord/…: what came into the wallets, what left them, what is announced. */
function Records({ view }: { view: View }) {
  const { title, request, empty } = VIEWS[view];
  const list = useList(moneyEventList, useUrlState());
  const rows = useQuery({
    queryKey: ["wallet", "records", view, list.input],
    queryFn: () => walletCalls.transactions({ ...inputOf(list.input), ...request }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      spec={LIST}
      list={list}
      title="交易记录"
      aside={<WalletTabs tab="records" />}
      lead={<WalletViews view={view} />}
      rowKey={(row) => row.id}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failureOf(rows.error) })}
      onRetry={() => void rows.refetch()}
      columns={COLUMNS}
      roomyColumns={["reference"]}
      tile={(row) => <CurrencyTile currency={row.currency} />}
      cells={{
        kind: (row) => (
          <NameCell
            tile={<CurrencyTile currency={row.currency} />}
            // Where its way, its receipt and what can be done about it are.
            name={<Link to={moneyRecordAddress(row)}>{MONEY_KINDS[row.kind].label}</Link>}
            note={row.counterparty}
          />
        ),
        amount: (row: MoneyEventRow) => <MoneyOf value={row.amount} />,
        net: (row: MoneyEventRow) =>
          row.state === "done" && row.net.minor !== 0n ? (
            <MoneyOf value={row.net} sign="both" />
          ) : (
            <Unknown because="不增不减，或尚未完成" />
          ),
        step: (row: MoneyEventRow) => (
          <StateDot {...MONEY_STEPS[row.step]} {...(row.bookedAt && { note: inTable(row.bookedAt) })} />
        ),
      }}
      empty={{ title, text: empty }}
    />
  );
}

/** Which of the views it is, is the page's own; the rest is the merchant's to narrow. */
const LIST = {
  ...moneyEventList,
  filters: {
    currency: moneyEventList.filters.currency!,
    reference: moneyEventList.filters.reference!,
    effectiveAt: moneyEventList.filters.effectiveAt!,
  },
};

const inputOf = ({ pageNo, pageSize, cursor, filters }: ListInput) => {
  const { currency, reference, effectiveAt } = filters as {
    currency?: Currency[];
    reference?: string;
    effectiveAt?: { begin?: string; end?: string };
  };
  return {
    pageNo,
    pageSize,
    ...(cursor !== undefined && { cursor }),
    ...(currency && { fromCurrencyList: currency }),
    ...(reference && { transactionOrderId: reference }),
    ...(effectiveAt?.begin && { beginTime: effectiveAt.begin }),
    ...(effectiveAt?.end && { endTime: effectiveAt.end }),
  };
};

export const WalletInPage = () => <Records view="in" />;
export const WalletOutPage = () => <Records view="out" />;
export const WalletComingPage = () => <Records view="coming" />;
