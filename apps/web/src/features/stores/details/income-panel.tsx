import type { IncomeRow } from "@coralhub/contract";
import { addressOf, incomeWord } from "@coralhub/domain";
import { EmptyState, ErrorState, Link, Panel, RowsSkeleton, StateDot } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { inTable, MoneyOf } from "../../../platform/show.tsx";
import { incomeOfStoreQuery } from "../stores-calls.ts";

/** The store's latest payments; all of them are a link away. */
export function IncomePanel({ storeId }: { storeId: string }) {
  const { data, error, refetch } = useQuery(incomeOfStoreQuery(storeId));
  if (error)
    return (
      <Panel title="收入">
        <ErrorState title="没能取到收入" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      </Panel>
    );
  if (!data)
    return (
      <Panel title="收入">
        <RowsSkeleton />
      </Panel>
    );
  if (data.records.length === 0)
    return (
      <Panel title="收入">
        <EmptyState title="还没有收入">把收款账户填到平台后台，下一个打款日款项会出现在这里</EmptyState>
      </Panel>
    );
  return (
    <Panel
      title="收入"
      flush
      footer={
        <Link to={addressOf("income")} className="text-button">
          全部收入
        </Link>
      }
    >
      <PaymentRows rows={data.records} />
    </Panel>
  );
}

export const PaymentRows = ({ rows }: { rows: readonly IncomeRow[] }) => (
  <ul className="store-rows">
    {rows.map((row) => (
      <li key={row.id}>
        <span className="store-when">{inTable(row.createdAt)}</span>
        <span className="store-payer">{row.payerName}</span>
        <MoneyOf value={row.amount} sign="both" />
        <StateDot {...incomeWord(row)} />
        <Link to={addressOf("income", { open: row.id })} className="text-button">
          详情
        </Link>
      </li>
    ))}
  </ul>
);
