import { ledgerAccountList } from "@coralhub/contract";
import { Link, ListPage, useList } from "@coralhub/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listFailure } from "../../platform/list-failure.ts";
import { useUrlState } from "../../platform/url-state.ts";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { AccountLink } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import { LedgerTabs, ReferenceSearch } from "./ledger-tabs.tsx";
import { useExport } from "./use-export.ts";

/** Every account of every merchant. */
export function AccountsPage() {
  const list = useList(ledgerAccountList, useUrlState());
  const rows = useQuery({
    queryKey: ["ledger", "accounts", list.input],
    queryFn: () => ledger.ledgerAccounts(list.input),
    placeholderData: keepPreviousData,
  });
  const file = useExport(() => ledger.exportLedgerAccounts({ filters: list.input.filters }));
  return (
    <ListPage
      spec={ledgerAccountList}
      list={list}
      title="总账"
      aside={<LedgerTabs />}
      actions={<ReferenceSearch />}
      rowKey={(row) => `${row.merchantId} ${row.code}`}
      unit="户"
      dense
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: listFailure(rows.error) })}
      onRetry={() => void rows.refetch()}
      {...file}
      columns={["code", "merchantId", "latestAt", "openedAt", "balance"]}
      roomyColumns={["openedAt"]}
      cells={{
        code: (row) => <AccountLink merchantId={row.merchantId} code={row.code} />,
        merchantId: (row) => (
          <Link to={`/merchants/${row.merchantId}`}>
            <MerchantName merchantId={row.merchantId} />
          </Link>
        ),
      }}
      empty={{ title: "还没有账户", text: "商户的第一笔钱入账时自动开立账户" }}
    />
  );
}
