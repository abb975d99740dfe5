import { deskAddress } from "@coralhub/domain";
import { ledgerAccountList } from "@coralhub/contract";
import { Link, ListPage } from "@coralhub/ui";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { AccountLink } from "./account-words.tsx";
import { ledger } from "./ledger-calls.ts";
import { LedgerTabs, ReferenceSearch } from "./ledger-tabs.tsx";
import { useExport } from "./use-export.ts";

/** Every account of every merchant. */
export function AccountsPage() {
  const rows = useRows(ledgerAccountList, ["ledger", "accounts"], ledger.ledgerAccounts);
  const file = useExport(() => ledger.exportLedgerAccounts({ filters: rows.list.input.filters }));
  return (
    <ListPage
      {...rows}
      title="总账"
      aside={<LedgerTabs />}
      actions={<ReferenceSearch />}
      rowKey={(row) => `${row.merchantId} ${row.code}`}
      unit="户"
      dense
      {...file}
      columns={["code", "merchantId", "latestAt", "openedAt", "balance"]}
      roomyColumns={["openedAt"]}
      cells={{
        code: (row) => <AccountLink merchantId={row.merchantId} code={row.code} />,
        merchantId: (row) => (
          <Link to={deskAddress("merchant", { id: row.merchantId })}>
            <MerchantName merchantId={row.merchantId} />
          </Link>
        ),
      }}
      empty={{ title: "还没有账户", text: "商户的第一笔钱入账时自动开立账户" }}
    />
  );
}
