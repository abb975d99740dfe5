import { ledgerEntryList } from "@coralhub/contract";
import { deskAddress, ACCOUNT_KINDS, POSTING_REASONS, type Money } from "@coralhub/domain";
import { EmptyState, Link, ListPage, Panel, useNarrow } from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useRouterState } from "@tanstack/react-router";
import { Button } from "antd";
import { Page } from "../../platform/page.tsx";
import { AccountHead } from "./account-head.tsx";
import { useMerchantName } from "../../platform/merchant-name.tsx";
import { useRows } from "../../platform/use-rows.ts";
import { accountPath, accountText, partsOf, postingPath, Sum } from "./account-words.tsx";
import { SIDES } from "./chart.ts";
import { ledger } from "./ledger-calls.ts";
import { proposePath } from "./propose-address.ts";
import { useExport } from "./use-export.ts";
import "./entries.css";

/** One account: where it stands, what moved in a period, every entry with the balance after it. */
export function AccountPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [merchantId = "", code = ""] = path.split("/").slice(-2).map(decodeURIComponent);
  if (partsOf(code)) return <Entries merchantId={merchantId} code={code} />;
  return (
    <Page title="账户">
      <Panel>
        <EmptyState title="没有这个账户" action={<Link to={deskAddress("ledgerAccounts")}>查找账户</Link>}>
          地址可能不完整，请从账户列表打开
        </EmptyState>
      </Panel>
    </Page>
  );
}

function Entries({ merchantId, code }: { merchantId: string; code: string }) {
  const name = useMerchantName(merchantId);
  const rows = useRows(ledgerEntryList, ["ledger", "entries", merchantId, code], (input) =>
    ledger.ledgerEntries({ ...input, merchantId, account: code }),
  );
  const file = useExport(() =>
    ledger.exportLedgerEntries({ merchantId, account: code, filters: rows.list.input.filters }),
  );
  return (
    <ListPage
      {...rows}
      title={name}
      intro={<Place code={code} />}
      actions={<Button onClick={() => goTo(proposePath(merchantId, code))}>提出调账</Button>}
      lead={<AccountHead merchantId={merchantId} code={code} period={rows.list.state.filters["postedAt"]} />}
      rowKey={(row) => `${row.postingId} ${row.line}`}
      unit="笔"
      dense
      {...file}
      columns={["reason", "postedAt", "other", "amount", "balance"]}
      cells={{
        reason: (row) => (
          <span className="account-link">
            <Link to={postingPath(merchantId, row.postingId)}>{POSTING_REASONS[row.reason]}</Link>
            {row.line > 1 && <span className="entry-line">同笔第 {row.line} 行</span>}
            {row.reference && <span className="second-line mono">{row.reference}</span>}
          </span>
        ),
        other: (row) => (
          <span className="account-link">
            <Link to={accountPath(merchantId, row.other)}>{accountText(row.other)}</Link>
            {row.also && row.alsoAmount && (
              <span className="second-line">
                其中 <Sum of={row.alsoAmount} /> 转{" "}
                <Link to={accountPath(merchantId, row.also)}>{accountText(row.also)}</Link>
              </span>
            )}
          </span>
        ),
        amount: (row) => <Moved amount={row.amount} balance={row.balance} />,
      }}
      empty={{ title: "还没有分录", text: "这个账户有钱进出后，每一笔和当时的余额会出现在这里" }}
    />
  );
}

/** A phone's row has no column for the balance: it stands below the amount. */
function Moved({ amount, balance }: { amount: Money; balance: Money }) {
  const narrow = useNarrow();
  return (
    <>
      <Sum of={amount} sign="both" />
      {narrow && (
        <span className="entry-balance second-line">
          余额 <Sum of={balance} />
        </span>
      )}
    </>
  );
}

/** 「商户账户 / 钱包 / USD」, each step a way back. */
function Place({ code }: { code: string }) {
  const { kind, currency } = partsOf(code)!;
  const { label, side } = ACCOUNT_KINDS[kind];
  return (
    <span className="account-place">
      <Link to={deskAddress("ledger", { currency })}>{SIDES[side]}</Link> /{" "}
      <Link to={deskAddress("ledger", { currency, kind })}>{label}</Link> / {currency}
    </span>
  );
}
