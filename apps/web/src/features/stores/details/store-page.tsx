import type { StoreDetail } from "@coralhub/contract";
import { addressOf, platformName, REVIEW_HOURS, storeLifecycle } from "@coralhub/domain";
import {
  Columns,
  ErrorState,
  HoldCard,
  icons,
  MenuButton,
  PageHeader,
  PageSkeleton,
  Panel,
  PlatformLogo,
  Sep,
  StateTag,
  Timeline,
} from "@coralhub/ui";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { failureOf } from "../../../platform/failure.ts";
import { asDay, inTable } from "../../../platform/show.tsx";
import { nextStep, useStoreCare } from "../care/use-store-care.tsx";
import { claimQuery, storeQuery } from "../../../platform/store-calls.ts";
import { needsAuthorisation, siteName } from "../words.ts";
import { AccountPanel } from "./account-panel.tsx";
import { AuthorisationPanel } from "./authorisation-panel.tsx";
import { ClaimPanel } from "./claim-panel.tsx";
import { IncomePanel } from "./income-panel.tsx";
import { PapersPanel } from "./papers-panel.tsx";
import "../stores.css";
import "./details.css";

const BACK = { label: "店铺管理", to: addressOf("stores") };

/** /multipleStores/storeDetails?id=…: one store, what it waits for, its money and its history. */
export function StorePage() {
  const { id = "" }: { id?: string } = useSearch({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(storeQuery(id));
  if (data) return <OneStore store={data} />;
  if (!error && id) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="店铺详情" back={BACK} />
      <Panel>
        {error ? (
          <ErrorState
            title="没能取到这家店铺"
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        ) : (
          <ErrorState title="没有说明是哪家店铺">请从店铺管理里打开一家店铺</ErrorState>
        )}
      </Panel>
    </>
  );
}

function OneStore({ store }: { store: StoreDetail }) {
  const care = useStoreCare(() => goTo(addressOf("stores")));
  const next = nextStep(store, care);
  return (
    <>
      <PageHeader
        back={BACK}
        tile={<PlatformLogo platform={store.platformCode} size={56} />}
        title={store.name}
        aside={<StateTag lifecycle={storeLifecycle} state={store.state} />}
        intro={<Intro store={store} />}
        actions={
          <>
            <MenuButton className="icon-button" align="end" label="更多操作" entries={care.entries(store)}>
              <icons.More />
            </MenuButton>
            {next && (
              <Button type="primary" loading={care.departing} onClick={next.act}>
                {next.label}
              </Button>
            )}
          </>
        }
      />
      <Columns
        side={
          <>
            {needsAuthorisation(store.platformCode) && <AuthorisationPanel store={store} />}
            <AccountPanel store={store} onChange={() => care.ask("account", store)} />
            <History store={store} />
          </>
        }
      >
        <Waiting store={store} />
        {needsAuthorisation(store.platformCode) && <ClaimPanel store={store} />}
        {store.state === "bound" && <IncomePanel storeId={store.merchantsId} />}
        <PapersPanel store={store} />
      </Columns>
      {care.dialog}
    </>
  );
}

const Intro = ({ store }: { store: StoreDetail }) => (
  <>
    {siteName(store)}
    {store.url && (
      <>
        <Sep />
        <span className="store-url">{store.url}</span>
      </>
    )}
    <Sep />
    {store.boundAt ? `${asDay(store.boundAt)} 绑定` : `${asDay(store.createdAt)} 提交`}
    {store.remark && (
      <>
        <Sep />
        备注：{store.remark}
      </>
    )}
  </>
);

/** What stops here, in the same four lines as held money. */
function Waiting({ store }: { store: StoreDetail }) {
  const { state, authorisation, authorisedUntil, declineReason, dueAt } = store;
  const platform = platformName(store.platformCode);
  const { data: claim } = useQuery(claimQuery(store.merchantsId));
  const paused = store.account ? "这家店铺的收款不入账，收款账户不能转出" : "店铺不能通过审核";
  if (state !== "declined" && (claim?.state === "found" || claim?.state === "declined"))
    return (
      <HoldCard
        waitsFor="merchant"
        where="平台账号在另一位商户名下"
        why={`核实归属前${paused}`}
        todo="账号是您的，请在下面提交归属证明；授权或填错了账号，请改正"
        then="我们核实后通知您，通过后继续审核店铺"
      />
    );
  if (state !== "declined" && claim?.state === "submitted")
    return (
      <HoldCard
        waitsFor="us"
        where="正在核实平台账号归属"
        why={`核实归属前${paused}`}
        todo="不需要做什么"
        then="有结果会通知您，通过后继续审核店铺"
      />
    );
  if (state === "declined")
    return (
      <HoldCard
        waitsFor="merchant"
        where="店铺没有通过审核"
        why={declineReason}
        todo="修改后重新提交"
        then={`重新审核，${REVIEW_HOURS} 个工作小时内出结果`}
      />
    );
  if (state === "pending")
    return (
      <HoldCard
        waitsFor="us"
        where="正在审核店铺资料"
        why="收款账户用您的实名主体开立，要先确认店铺是您的"
        todo="不需要做什么"
        then={dueAt ? `预计 ${inTable(dueAt)} 前有结果，通过后自动申请收款账户` : "通过后自动申请收款账户"}
      />
    );
  if (authorisation !== "expiring" && authorisation !== "lapsed") return null;
  const lapsed = authorisation === "lapsed";
  return (
    <HoldCard
      waitsFor="merchant"
      labels={["到期", "为什么", "需要您做", "不续的话"]}
      where={lapsed ? "授权已失效" : `授权 ${authorisedUntil ? asDay(authorisedUntil) : "即将"} 到期`}
      why={lapsed ? `${platform} 收回了授权，或授权到期没有续` : `${platform} 的授权有期限，这是平台的规定`}
      todo={`用店铺主账号到 ${platform} 再同意一次，约 1 分钟`}
      then="照常收款，但与平台的连接断开"
    />
  );
}

const ACTORS = { merchant: "您", operator: "珊瑚汇", system: "系统" } as const;

function History({ store: { history } }: { store: StoreDetail }) {
  return (
    <Panel title="办理进度">
      <Timeline
        nodes={history.map(({ what, detail, at, actorKind }, index) => ({
          title: what,
          note: [ACTORS[actorKind], detail].filter(Boolean).join("，"),
          when: inTable(at),
          state: index === history.length - 1 ? "current" : "done",
        }))}
      />
    </Panel>
  );
}
