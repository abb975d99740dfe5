import type { ReceivingAccountRow } from "@coralhub/contract";
import { addressOf, placeName, platformName, receivingAccountLifecycle } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  Link,
  Masked,
  NameCell,
  PageHeader,
  PageSkeleton,
  Panel,
  PlatformLogo,
  RowsSkeleton,
  StateTag,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { inTable } from "../../platform/show.tsx";
import { accountsQuery, storesOfAccountQuery } from "../../platform/store-calls.ts";
import "./stores.css";

const BACK = { label: "店铺管理", to: addressOf("stores") };

/** /multipleStores/storesAccount: which stores are paid into which account. */
export function StoresByAccountPage() {
  const { data, error, refetch, isFetching } = useQuery(accountsQuery);
  if (!data && !error) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title="按收款账户看店铺"
        back={BACK}
        intro="同一主体、同一币种的店铺可以共用一个收款账户"
        actions={
          data?.some(({ state }) => state === "open") && (
            <Button type="primary" onClick={() => goTo(addressOf("addStores"))}>
              在已有账户下添加店铺
            </Button>
          )
        }
      />
      {data ? (
        <Accounts accounts={data} />
      ) : (
        <Panel>
          <ErrorState
            title="没能取到收款账户"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        </Panel>
      )}
    </>
  );
}

function Accounts({ accounts }: { accounts: readonly ReceivingAccountRow[] }) {
  if (accounts.length === 0)
    return (
      <Panel>
        <EmptyState
          title="还没有收款账户"
          action={
            <Button type="primary" onClick={() => goTo(addressOf("bind"))}>
              绑定店铺
            </Button>
          }
        >
          绑定店铺并通过审核后，会自动申请收款账户
        </EmptyState>
      </Panel>
    );
  return (
    <div className="account-stores">
      {accounts.map((account) => (
        <Panel
          key={account.id}
          flush
          title={
            <>
              {placeName(account)} {account.accountNumber && <Masked end={account.accountNumber.slice(-4)} />}
            </>
          }
          intro={account.bankName ?? account.holderName}
          action={<StateTag lifecycle={receivingAccountLifecycle} state={account.state} />}
          footer={
            <span className="account-links">
              <Link to={addressOf("account", { id: account.id })} className="text-button">
                账户详情
              </Link>
              {account.state === "open" && (
                <Link to={addressOf("addStores", { account: account.id })} className="text-button">
                  添加店铺
                </Link>
              )}
            </span>
          }
        >
          <StoresOf account={account} />
        </Panel>
      ))}
    </div>
  );
}

/** The stores of one account as they stand now; when each was last paid comes with the account. */
function StoresOf({ account }: { account: ReceivingAccountRow }) {
  const { data } = useQuery(storesOfAccountQuery(account.id));
  if (!data) return <RowsSkeleton rows={Math.max(1, account.stores.length)} />;
  if (data.length === 0) return <EmptyState title="没有店铺用这个账户" />;
  const paidAt = new Map(account.stores.map(({ id, lastIncomeAt }) => [id, lastIncomeAt]));
  return (
    <ul className="store-rows">
      {data.map(({ merchantsId: id, name, platformCode }) => (
        <li key={id}>
          <NameCell
            tile={<PlatformLogo platform={platformCode} size={32} />}
            name={<Link to={addressOf("store", { id })}>{name}</Link>}
            note={platformName(platformCode)}
          />
          <span className="store-income-note">
            {paidAt.get(id) ? `最近收款 ${inTable(paidAt.get(id)!)}` : "还没有收款"}
          </span>
        </li>
      ))}
    </ul>
  );
}
