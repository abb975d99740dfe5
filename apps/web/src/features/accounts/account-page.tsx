import type { ReceivingAccountDetail } from "@coralhub/contract";
import { addressOf, placeName, receivingAccountLifecycle } from "@coralhub/domain";
import { ErrorState, PageHeader, PageSkeleton, Panel, StateTag } from "@coralhub/ui";
import { useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { asDay, MoneyOf } from "../../platform/show.tsx";
import { failureOf } from "../../platform/failure.ts";
import { accountsQuery } from "../../platform/store-calls.ts";
import { accountQuery } from "./accounts-calls.ts";
import { AccountActions } from "./account-actions.tsx";
import { AccountEntries } from "./account-entries.tsx";
import { AccountInformation } from "./account-information.tsx";
import { AccountStatement } from "./account-statement.tsx";
import { AccountSwitcher } from "./account-switcher.tsx";
import { useRedirect } from "./use-redirect.ts";
import "./accounts.css";
import "./account.css";

const TABS = { information: "账户资料", entries: "账目明细", statement: "月结单" } as const;
type Tab = keyof typeof TABS;
const isTab = (text: string | null): text is Tab => text !== null && Object.hasOwn(TABS, text);

/** /bigAccount/details: one account, its bank details, its stores, its money entry by entry. */
export function AccountPage() {
  const url = useUrlState();
  const wanted = new URLSearchParams(url.search).get("id");
  const accounts = useQuery(accountsQuery);
  const id = wanted ?? accounts.data?.[0]?.id;
  useRedirect(!wanted && accounts.data?.length === 0 ? addressOf("noAccount") : undefined);
  if (!id) return <PageSkeleton />;
  return (
    <div className="account-page">
      <AccountSwitcher accounts={accounts.data} current={id} />
      <div className="account-main">
        <OneAccount key={id} id={id} />
      </div>
    </div>
  );
}

function OneAccount({ id }: { id: string }) {
  const url = useUrlState();
  const { data, error, refetch, isFetching } = useQuery(accountQuery(id));
  const asked = new URLSearchParams(url.search).get("tab");
  if (!data)
    return error ? (
      <>
        <PageHeader title="收款账户" />
        <Panel>
          <ErrorState
            title="没能取到这个账户"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        </Panel>
      </>
    ) : (
      <PageSkeleton />
    );
  const tab = isTab(asked) && data.accountNumber !== null ? asked : "information";
  const head = {
    title: `${placeName(data)} 账户`,
    aside: <StateTag lifecycle={receivingAccountLifecycle} state={data.state} />,
    intro: introOf(data),
    actions: <AccountActions account={data} />,
  };
  const tabs = data.accountNumber !== null && (
    <AccountTabs
      current={tab}
      // Another view begins at its own first page: nothing of the other's address stays.
      onChoose={(next) => url.setSearch(new URLSearchParams({ id, tab: next }).toString(), { replace: false })}
    />
  );
  if (tab === "entries") return <AccountEntries accountId={id} head={head} tabs={tabs} />;
  return (
    <>
      <PageHeader {...head} />
      {tabs}
      {tab === "statement" ? <AccountStatement account={data} /> : <AccountInformation account={data} />}
    </>
  );
}

const introOf = ({ openedAt, appliedAt, singleLimit }: ReceivingAccountDetail) => (
  <>
    {openedAt ? `${asDay(openedAt)} 开通` : `${asDay(appliedAt)} 申请`}
    {singleLimit && (
      <>
        ，单笔收款上限 <MoneyOf value={singleLimit} />
      </>
    )}
  </>
);

function AccountTabs({ current, onChoose }: { current: Tab; onChoose: (tab: Tab) => void }) {
  return (
    <div className="tab-bar account-tabs" role="group" aria-label="账户的各个方面">
      {(Object.entries(TABS) as [Tab, string][]).map(([tab, label]) => (
        <button key={tab} type="button" aria-pressed={tab === current} onClick={() => onChoose(tab)}>
          {label}
        </button>
      ))}
    </div>
  );
}
