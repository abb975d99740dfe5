import { incomeEndpoints, type ListInput, type StoreConnection } from "@coralhub/contract";
import { addressOf, authorisationLifecycle, AUTHORISE_WORDS, receivingAccountLifecycle } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  Facts,
  Link,
  Masked,
  Notice,
  PageHeader,
  Panel,
  RowsSkeleton,
  StateDot,
  StateTag,
  toast,
} from "@coralhub/ui";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { connect } from "../../platform/api.ts";
import { session } from "../../platform/session.ts";
import { asDay, inFeed } from "../../platform/show.tsx";
import { quietStoreCalls, refreshStores, storeCalls, STORES } from "../../platform/store-calls.ts";
import { PaymentRows } from "./details/income-panel.tsx";
import "./stores.css";
import "./details/details.css";

const incomes = connect(incomeEndpoints);
const LATEST: ListInput = { filters: {}, pageNo: 1, pageSize: 10, order: "desc" };
const tiesQuery = queryOptions({
  queryKey: [STORES, "amazon", "ties"],
  queryFn: () => storeCalls.amazonAuthStatus({}),
});
const accountQuery = queryOptions({
  queryKey: [STORES, "amazon", "account"],
  queryFn: () => storeCalls.amazonDefaultAccount({}),
});
const incomesQuery = queryOptions({
  queryKey: ["collections", "amazon"],
  queryFn: () => incomes.amazonIncomes(LATEST),
});

/** /amazonCollection: the Amazon stores that are tied, the account Amazon pays into, and what came. */
export function AmazonPage() {
  const ties = useQuery(tiesQuery);
  const account = useQuery(accountQuery);
  const latest = useQuery(incomesQuery);
  const coming = [ties, account, latest].some(({ isPending }) => isPending);
  return (
    <>
      <PageHeader
        title="Amazon 收款"
        back={{ label: "店铺管理", to: addressOf("stores") }}
        intro="授权状态、默认收款账户和 Amazon 打来的款"
      />
      {coming ? (
        <Panel flush>
          <RowsSkeleton rows={6} />
        </Panel>
      ) : (
        <div className="account-stores">
          <Unfinished />
          <Ties />
          <DefaultAccount />
          <Incomes />
        </div>
      )}
    </>
  );
}

/** Whoever left Amazon's page without an answer goes on there. */
function Unfinished() {
  const url = session.amazonUrl();
  if (url === null) return null;
  return (
    <Notice
      tone="info"
      title="有一次授权还没有完成"
      action={<Button onClick={() => location.assign(url)}>回到 Amazon 继续</Button>}
    >
      十分钟内可以接着完成，过后请在店铺里重新授权
    </Notice>
  );
}

function Ties() {
  const { data, error, refetch } = useQuery(tiesQuery);
  return (
    <Panel title="店铺授权" flush>
      {error ? (
        <ErrorState title="没能取到授权" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : !data ? (
        <RowsSkeleton rows={2} />
      ) : data.length === 0 ? (
        <EmptyState
          title="还没有授权的 Amazon 店铺"
          action={
            <Link to={addressOf("bindPlatform", { platform: "amazon" })} className="small-button">
              绑定 Amazon 店铺
            </Link>
          }
        >
          绑定并到 Amazon 同意授权后，店铺会出现在这里
        </EmptyState>
      ) : (
        <ul className="store-rows">
          {data.map((tie) => (
            <Tie key={tie.merchantsId} tie={tie} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Tie({ tie }: { tie: StoreConnection }) {
  const { merchantsId, authorisation, failingSince, lastSuccessAt, endsAt } = tie;
  const check = useMutation({
    mutationFn: () => quietStoreCalls.buildAmazonData({ merchantsId }),
    onSuccess: async (now) => {
      if (now.failingSince) toast.failed("现在连不上 Amazon，请稍后再试，或重新授权");
      else toast.done("已连上 Amazon，授权有效");
      await refreshStores();
    },
    onError: (error) => toast.failed(error.message),
  });
  const depart = useMutation({
    mutationFn: () => quietStoreCalls.amazonSignedUrl({ merchantsId }),
    onSuccess: ({ url }) => {
      session.keepAmazonUrl(url);
      location.assign(url);
    },
    onError: (error) => toast.failed(error.message),
  });
  const checked = failingSince
    ? `${inFeed(failingSince)} 起没能连上`
    : lastSuccessAt
      ? `${inFeed(lastSuccessAt)} 检查过，有效`
      : "还没有检查";
  return (
    <li>
      <span className="store-payer">
        <Link to={addressOf("store", { id: merchantsId })}>{tie.name}</Link>
        <span className="store-income-note">
          {checked}
          {endsAt && `，${asDay(endsAt)} 到期`}
        </span>
      </span>
      <StateDot lifecycle={authorisationLifecycle} state={authorisation} />
      <Button size="small" loading={check.isPending} onClick={() => check.mutate()}>
        检查连接
      </Button>
      <Button size="small" loading={depart.isPending} onClick={() => depart.mutate()}>
        {AUTHORISE_WORDS[authorisation]}
      </Button>
    </li>
  );
}

function DefaultAccount() {
  const { data } = useQuery(accountQuery);
  if (data === undefined) return null;
  return (
    <Panel title="默认收款账户" action={data && <StateTag lifecycle={receivingAccountLifecycle} state={data.state} />}>
      {data ? (
        <Facts
          columns={2}
          facts={[
            { label: "户名", value: data.holderName },
            { label: "币种", value: data.currency },
            { label: "账号", value: data.lastFour ? <Masked mono end={data.lastFour} /> : "银行还没有给号" },
            { label: "详情", value: <Link to={addressOf("account", { id: data.id })}>查看账户</Link> },
          ]}
        />
      ) : (
        <EmptyState title="还没有给 Amazon 用的收款账户">Amazon 店铺通过审核后自动申请</EmptyState>
      )}
    </Panel>
  );
}

function Incomes() {
  const { data, error, refetch } = useQuery(incomesQuery);
  return (
    <Panel
      title="Amazon 打来的款"
      flush
      footer={
        <Link to={addressOf("income")} className="text-button">
          全部收入
        </Link>
      }
    >
      {error ? (
        <ErrorState title="没能取到收入" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : !data ? (
        <RowsSkeleton />
      ) : data.records.length === 0 ? (
        <EmptyState title="还没有收入">把收款账户填到 Amazon 后台，下一个打款日款项会出现在这里</EmptyState>
      ) : (
        <PaymentRows rows={data.records} />
      )}
    </Panel>
  );
}
