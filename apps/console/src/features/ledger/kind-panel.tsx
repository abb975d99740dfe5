import type { ChartRow } from "@coralhub/contract";
import { deskAddress, ACCOUNT_KINDS, accountParts, formatMoney } from "@coralhub/domain";
import { amountText, Link, Money, Panel, tableTime } from "@coralhub/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BooksTable } from "../../platform/books-table.tsx";
import { QueryView } from "../../platform/page.tsx";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { accountPath, standing } from "./account-words.tsx";
import { SIDES } from "./chart.ts";
import { ledger } from "./ledger-calls.ts";

type Account = Awaited<ReturnType<typeof ledger.ledgerAccounts>>["records"][number];

/** The accounts of one kind and currency, largest first; the whole list is a page of its own. */
export function KindPanel({ row: { kind, currency, accounts, balance } }: { row: ChartRow }) {
  const { label, side } = ACCOUNT_KINDS[kind];
  const largest = useQuery({
    queryKey: ["ledger", "largest", kind, currency],
    queryFn: () =>
      ledger.ledgerAccounts({
        filters: { kind: [kind], currency: [currency] },
        sort: "balance",
        order: balance.minor < 0n ? "asc" : "desc",
      }),
    placeholderData: keepPreviousData,
  });
  const { side: stands, amount } = standing(balance, kind);
  return (
    <Panel
      title={label}
      intro={`${SIDES[side]}，${accounts.toLocaleString("en-US")} 户，余额在${stands}方`}
      action={<Money amount={formatMoney(amount)} currency={currency} size="figure" />}
      flush
      footer={
        <span className="kind-footer">
          <span className="second-line">{accounts > 10 && "余额最大的 10 户"}</span>
          <Link to={deskAddress("ledgerAccounts", { kind, currency })}>筛选、导出全部 {accounts} 户</Link>
        </span>
      }
    >
      <QueryView query={largest} what="账户">
        {({ records }) => <AccountTable rows={records} />}
      </QueryView>
    </Panel>
  );
}

function AccountTable({ rows }: { rows: readonly Account[] }) {
  return (
    <BooksTable name="账户">
      <thead>
        <tr>
          <th scope="col">商户</th>
          <th scope="col" className="wide-only">
            最近变动
          </th>
          <th scope="col" className="right">
            余额
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ merchantId, code, kind, currency, balance, latestAt }) => {
          const { side, amount } = standing(balance, kind);
          return (
            <tr key={`${merchantId} ${code}`}>
              <td>
                <Link to={accountPath(merchantId, code)}>
                  <MerchantName merchantId={merchantId} />
                </Link>
                <span className="second-line mono">{accountParts(code).owner ?? code}</span>
              </td>
              <td className="wide-only">{tableTime(latestAt)}</td>
              <td className="right amount">
                {amountText(formatMoney(amount), currency)}
                <span className="chart-side">{side}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </BooksTable>
  );
}
