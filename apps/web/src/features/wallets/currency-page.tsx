import { CallFailed, CallRefused, walletEntryList } from "@coralhub/contract";
import { addressOf, FLAGS, toCurrency, type Currency } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  Link,
  ListPage,
  PageHeader,
  PageSkeleton,
  Panel,
  useList,
  type ListFailure,
} from "@coralhub/ui";
import { saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { EntryAmount } from "../../platform/ledger-entry.tsx";
import { AccountPicker, accountName } from "./account-picker.tsx";
import { EntryDetail } from "./entry-detail.tsx";
import { HoldPanels } from "./holds-panel.tsx";
import { PayInPanel } from "./pay-in-panel.tsx";
import { balancesQuery, calls, entriesQuery, type CurrencyBooks } from "./wallet-queries.ts";
import { overviewQuery, setAsideQuery } from "./wallets-calls.ts";
import "./wallets.css";

const TITLE = "币种明细";
const BACK = { label: FLAGS.multiCurrencyWallet.label, to: addressOf("wallet") };
/** Where the first money comes in. */
const RECEIVE = addressOf("accounts");

/** What the merchant has in each currency, and every entry of one account with the balance after it. */
export function CurrencyPage() {
  const { data, isError, isFetching, refetch } = useQuery(balancesQuery);
  const asked = new URLSearchParams(useUrlState().search);
  const currency = toCurrency(asked.get("currency") ?? "");
  if (data) {
    const account = accountOf(data, asked.get("account"), currency);
    return account ? <Book books={data} account={account} /> : <EmptyBook currency={currency} />;
  }
  if (!isError) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <Panel>
        <ErrorState title="没能取到余额" onRetry={() => void refetch()} retrying={isFetching}>
          资金不受影响，请稍后重试
        </ErrorState>
      </Panel>
    </>
  );
}

/** The one asked for, by its code or by its currency; a currency nothing has come or gone in has none, and no other's is shown. */
function accountOf(books: readonly CurrencyBooks[], code: string | null, currency: Currency | undefined) {
  const accounts = books.flatMap((book) => book.accounts);
  const fitting = accounts.filter(({ available }) => currency === undefined || available.currency === currency);
  return accounts.find((account) => account.code === code) ?? fitting[0];
}

/** Where the first money comes in, before there are any entries. */
function EmptyBook({ currency }: { currency: Currency | undefined }) {
  const overview = useQuery(overviewQuery);
  if (overview.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <Panel>
        <EmptyState
          title={currency ? `${currency} 还没有进出` : "还没有余额"}
          action={<Link to={RECEIVE}>查看收款账户</Link>}
        >
          收到第一笔款后，余额和每一笔进出会出现在这里
        </EmptyState>
      </Panel>
      {overview.data && <PayInPanel overview={overview.data} />}
    </>
  );
}

function Book({ books, account }: { books: CurrencyBooks[]; account: CurrencyBooks["accounts"][number] }) {
  const url = useUrlState();
  const list = useList(walletEntryList, url);
  const rows = useQuery(entriesQuery(account.code, list.input));
  const overview = useQuery(overviewQuery);
  const setAside = useQuery(setAsideQuery);
  const { currency: shown } = account.available;
  const file = useMutation({
    mutationFn: () => calls.exportWalletEntries({ account: account.code, filters: list.input.filters }),
    onSuccess: saveFile,
  });
  return (
    <ListPage
      spec={walletEntryList}
      list={list}
      title={TITLE}
      intro="各币种的可用与冻结余额，以及每个账户的每一笔进出"
      actions={
        <Link to={addressOf("statements", { currency: shown })} className="small-button">
          {shown} 对账单
        </Link>
      }
      leadComing={overview.isPending || setAside.isPending}
      lead={
        <>
          <AccountPicker
            books={books}
            account={account}
            // Another account is another list: it begins at its first page.
            onPick={({ code }) => url.setSearch(new URLSearchParams({ account: code }).toString(), { replace: false })}
          />
          {overview.data && (
            <div className="wallet-sides">
              <HoldPanels holds={overview.data.holds} currency={shown} />
              <PayInPanel overview={overview.data} />
            </div>
          )}
        </>
      }
      rowKey={(row) => `${row.postingId} ${row.line}`}
      data={rows.data}
      fetching={rows.isFetching}
      {...(rows.error && { error: failure(rows.error) })}
      onRetry={() => void rows.refetch()}
      onExport={() => file.mutate()}
      exporting={file.isPending}
      roomyColumns={["reference"]}
      columns={["what", "postedAt", "reference", "amount", "balance"]}
      cells={{ amount: (row) => <EntryAmount entry={row} /> }}
      drawer={{
        title: (row) => row.what,
        body: (row) => <EntryDetail entry={row} account={account.code} />,
      }}
      empty={{ title: `${accountName(account)}还没有进出`, text: "有钱进出后，每一笔和当时的余额会出现在这里" }}
    />
  );
}

const failure = (error: Error): ListFailure => ({
  message: error.message,
  ...((error instanceof CallRefused || error instanceof CallFailed) && error.requestId
    ? { reference: error.requestId }
    : {}),
});
