import type { OrderFundRow } from "@coralhub/contract";
import { addressOf, formatMoney } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  moneyText,
  PageHeader,
  Pager,
  PageSkeleton,
  Panel,
  PlatformLogo,
  toast,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Segmented } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { FundOrders } from "./fund-orders.tsx";
import { useOneStop, type Stop } from "./order-choice.tsx";
import { OrderTabs } from "./order-tabs.tsx";
import { calls, fundsQuery, refreshOrders, ROWS_ON_A_PAGE, type FundPage } from "./orders-calls.ts";
import "./orders.css";

/** /uploadPre: income on the left, its orders on the right, the sums below. */
export function MatchPage() {
  const [shown, setShown] = useState<FundPage>({ pageNo: 1, lacking: false });
  const { lacking } = shown;
  const funds = useQuery(fundsQuery(shown));
  const asked = new URLSearchParams(useUrlState().search).get("id");
  const match = useMutation({
    mutationFn: () => calls.matchOrders({}),
    onSuccess: async () => {
      toast.done("正在核对，稍后刷新");
      await refreshOrders();
    },
    onError: (error) => toast.failed(error.message),
  });
  if (!funds.data && !funds.error) return <PageSkeleton />;
  const rows = funds.data?.records ?? [];
  const id = asked ?? rows[0]?.id ?? "";
  return (
    <>
      <PageHeader
        title="订单管理"
        intro="每笔平台收款由哪些订单组成"
        aside={<OrderTabs tab="match" />}
        actions={
          <Button loading={match.isPending} onClick={() => match.mutate()}>
            自动核对
          </Button>
        }
      />
      {funds.error && (
        <Panel>
          <ErrorState
            title="没能取到收款"
            onRetry={() => void funds.refetch()}
            retrying={funds.isFetching}
            reference={failureOf(funds.error).reference}
          />
        </Panel>
      )}
      {funds.data && rows.length === 0 && !lacking && (
        <Panel>
          <EmptyState title="还没有需要订单的收款">收到平台款项后会出现在这里</EmptyState>
        </Panel>
      )}
      {funds.data && (rows.length > 0 || lacking) && (
        <div className="match-columns">
          <Funds
            rows={rows}
            chosen={id}
            total={funds.data.total}
            nextCursor={funds.data.nextCursor}
            shown={shown}
            onShow={setShown}
          />
          {id !== "" && <FundOrders key={id} id={id} />}
        </div>
      )}
    </>
  );
}

const WHICH = [
  { value: "all", label: "全部" },
  { value: "lacking", label: "还缺订单" },
];
type FundsProps = {
  rows: readonly OrderFundRow[];
  chosen: string;
  total: number;
  nextCursor: string | undefined;
  shown: FundPage;
  onShow: (next: FundPage) => void;
};
function Funds({ rows, chosen, total, nextCursor, shown, onShow }: FundsProps) {
  const stopAt = useOneStop(rows, chosen);
  return (
    <Panel
      title="收款"
      action={
        <Segmented
          aria-label="看哪些收款"
          options={WHICH}
          value={shown.lacking ? "lacking" : "all"}
          onChange={(next) => onShow({ pageNo: 1, lacking: next === "lacking" })}
        />
      }
    >
      {rows.length === 0 && <EmptyState title="没有还缺订单的收款">每笔收款的订单都齐全</EmptyState>}
      <ul className="match-funds" aria-label="收款，上下键移动，按回车看它的订单">
        {rows.map((row) => (
          <FundRow key={row.id} row={row} chosen={row.id === chosen} stop={stopAt(row.id)} />
        ))}
      </ul>
      {(total > ROWS_ON_A_PAGE || shown.pageNo > 1) && (
        <Pager
          total={total}
          pageNo={shown.pageNo}
          pageSize={ROWS_ON_A_PAGE}
          {...(nextCursor !== undefined && { nextCursor })}
          unit="笔"
          onPage={(pageNo, cursor) => onShow({ pageNo, cursor, lacking: shown.lacking })}
        />
      )}
    </Panel>
  );
}

const FundRow = ({ row, chosen, stop }: { row: OrderFundRow; chosen: boolean; stop: Stop }) => (
  <li>
    <button
      type="button"
      className="match-fund"
      aria-pressed={chosen}
      onClick={() => goTo(addressOf("orderMatch", { id: row.id }))}
      {...stop}
    >
      <PlatformLogo platform={row.platform ?? "OTHER"} size={32} />
      <span>
        {row.storeName ?? row.payerName}
        <small>
          {inTable(row.arrivedAt)}，
          {row.missing.minor === 0n ? "订单齐全" : `还缺 ${moneyText(formatMoney(row.missing), row.missing.currency)}`}
        </small>
      </span>
      <MoneyOf value={row.amount} />
    </button>
  </li>
);
