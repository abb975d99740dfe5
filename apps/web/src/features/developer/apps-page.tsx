import type { OpenAppView } from "@coralhub/contract";
import { addressOf, toShanghaiTime } from "@coralhub/domain";
import {
  Copyable,
  EmptyState,
  ErrorState,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  Sep,
  StateTag,
  toast,
} from "@coralhub/ui";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Segmented, Select } from "antd";
import { useState } from "react";
import { useCertified } from "../../platform/account.ts";
import { AddressesPanel } from "./addresses-panel.tsx";
import { appQuery, appsQuery, calls, refreshDeveloper } from "./developer-calls.ts";
import { EventsPanel } from "./events-panel.tsx";
import { KeysPanel } from "./keys-panel.tsx";
import { NewAppDialog } from "./new-app-dialog.tsx";
import { RequestsPanel } from "./requests-panel.tsx";
import { SandboxPanel } from "./sandbox-panel.tsx";
import { ScopesPanel } from "./scopes-panel.tsx";
import { WebhooksPanel } from "./webhooks-panel.tsx";
import "./developer.css";

const INTRO = "让您的系统直接收款、查账、付款";

/** /developer/apps: a merchant's own programs. Before certification there is nothing to see but why. */
export function DeveloperAppsPage() {
  const certified = useCertified();
  if (certified === undefined) return <PageSkeleton />;
  if (!certified)
    return (
      <>
        <PageHeader title="开发者" intro={INTRO} />
        <Notice tone="warning" title="认证通过后可使用" />
      </>
    );
  return <Apps />;
}

function Apps() {
  const { data, error, isFetching, refetch } = useQuery(appsQuery);
  const asked = new URLSearchParams(useUrlState().search).get("app");
  const [adding, setAdding] = useState(false);
  if (!data)
    return error ? (
      <Panel>
        <ErrorState title="没能取到应用" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      </Panel>
    ) : (
      <PageSkeleton />
    );
  const chosen = data.find(({ appId }) => appId === asked) ?? data[0];
  const open = (appId: string) => goTo(addressOf("developerApps", { app: appId }));
  const dialog = <NewAppDialog open={adding} onClose={() => setAdding(false)} onMade={open} />;
  if (!chosen)
    return (
      <>
        <PageHeader title="开发者" intro={INTRO} actions={<DocsLink />} />
        <Panel>
          <EmptyState
            title="还没有应用"
            action={
              <Button type="primary" onClick={() => setAdding(true)}>
                创建应用
              </Button>
            }
          >
            一个应用代表您的一套系统，有自己的证书、权限和来源地址
          </EmptyState>
        </Panel>
        {dialog}
      </>
    );
  const choices = data.map(({ appId, appProduct }) => ({ value: appId, label: appProduct }));
  return (
    <>
      <App
        key={chosen.appId}
        appId={chosen.appId}
        chooser={
          <>
            {data.length > 1 && (
              <Select
                aria-label="应用"
                value={chosen.appId}
                options={choices}
                onChange={open}
                className="dev-chooser"
              />
            )}
            <DocsLink />
            <Button onClick={() => setAdding(true)}>创建应用</Button>
          </>
        }
      />
      {dialog}
    </>
  );
}

const DocsLink = () => (
  <a href="/docs/open" className="dev-docs">
    接口文档
  </a>
);

function App({ appId, chooser }: { appId: string; chooser: React.ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(appQuery(appId));
  if (!data)
    return error ? (
      <Panel>
        <ErrorState title="没能取到这个应用" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      </Panel>
    ) : (
      <PageSkeleton />
    );
  return (
    <div className="dev-page">
      <Head app={data} chooser={chooser} />
      {data.suspendedReason !== null && (
        <Notice tone="danger" title={`应用已被平台暂停：${data.suspendedReason}`}>
          请求会被拒绝。请联系客服处理
        </Notice>
      )}
      <Today app={data} />
      <div className="dev-halves">
        <KeysPanel app={data} />
        <AddressesPanel app={data} />
      </div>
      <ScopesPanel app={data} />
      <WebhooksPanel app={data} />
      {data.sandbox && <SandboxPanel />}
      <History appId={appId} />
    </div>
  );
}

const LOGS = [
  { value: "requests", label: "请求日志" },
  { value: "events", label: "事件" },
];
/** What it asked, and what has happened: two lists that share the address, one at a time. */
function History({ appId }: { appId: string }) {
  const shown = new URLSearchParams(useUrlState().search).get("log") === "events" ? "events" : "requests";
  return (
    <>
      <Segmented
        aria-label="记录"
        options={LOGS}
        value={shown}
        onChange={(log: string) => goTo(addressOf("developerApps", { app: appId, ...(log === "events" && { log }) }))}
      />
      {shown === "events" ? <EventsPanel /> : <RequestsPanel />}
    </>
  );
}

function Head({ app, chooser }: { app: OpenAppView; chooser: React.ReactNode }) {
  const change = useMutation({
    mutationFn: () => calls.editApp({ appId: app.appId, isEnabled: !app.isEnabled }),
    onSuccess: async () => {
      toast.done(app.isEnabled ? "应用已停用" : "应用已启用");
      await refreshDeveloper();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <PageHeader
      title={app.appProduct}
      aside={<StateTag tone={app.isEnabled ? "success" : "neutral"} label={app.isEnabled ? "已启用" : "已停用"} />}
      intro={
        <>
          应用编号 <Copyable text={app.appId} />
          <Sep />
          开放接口用户 <Copyable text={app.userId} />
          <Sep />
          {toShanghaiTime(app.createdAt).slice(0, 10)} 创建
        </>
      }
      actions={
        <>
          {chooser}
          <Button loading={change.isPending} onClick={() => change.mutate()}>
            {app.isEnabled ? "停用应用" : "启用应用"}
          </Button>
        </>
      }
    />
  );
}

function Today({ app: { today, callsPerMinute, webhooks } }: { app: OpenAppView }) {
  const parked = webhooks.reduce((sum, one) => sum + one.parked, 0);
  const waiting = webhooks.reduce((sum, one) => sum + one.waiting, 0);
  const figures = [
    { label: "今天请求", value: today.calls.toLocaleString("en-US"), note: `每分钟最多 ${callsPerMinute} 次` },
    { label: "被拒绝", value: String(today.refused), note: "原因在请求日志里" },
    { label: "中位耗时", value: today.medianMs === null ? "—" : `${today.medianMs} ms`, note: "从收到到答复" },
    { label: "通知", value: String(waiting), note: parked > 0 ? `${parked} 条没有送达` : "条待投递" },
  ];
  return (
    <dl className="dev-figures">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="dev-figure">{value}</dd>
          <dd className="dev-quiet">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
