import type { OpenAppDeskDetail } from "@coralhub/contract";
import { API_SCOPES, deskAddress, EVERY_TOPIC, toShanghaiTime, type ApiScope } from "@coralhub/domain";
import { Copyable, Facts, Link, Notice, StateTag, type Fact } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button, InputNumber } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { useStep } from "../../platform/use-step.ts";
import { Errors } from "./errors.tsx";
import { appQuery, calls, OPEN_APPS, type AppRef } from "./open-app-calls.ts";

const STANDINGS = {
  enabled: { label: "启用", tone: "success" },
  disabled: { label: "停用", tone: "neutral" },
  suspended: { label: "已暂停", tone: "danger" },
} as const;
const MOST_CALLS = 100_000;

/** One program: what it may do, how it is doing, and the levers of an admin. */
export function OpenAppDetail(ref: AppRef) {
  const found = useQuery(appQuery(ref));
  const self = useSelf();
  return (
    <QueryView query={found} what="这个应用">
      {(app) => (
        <div className="open-case">
          <StateTag {...STANDINGS[app.standing]} />
          {app.suspendedReason !== null && <Notice tone="danger" title={`已暂停：${app.suspendedReason}`} />}
          <Facts facts={factsOf(app)} />
          <Webhooks app={app} />
          <Errors errors={app.errors} />
          {mayUse(self, "admin") && (
            <>
              <Limit key={app.callsPerMinute} app={app} />
              <Suspension key={app.standing} app={app} />
            </>
          )}
        </div>
      )}
    </QueryView>
  );
}

function factsOf(app: OpenAppDeskDetail): Fact[] {
  const inUse = app.certificates.filter(({ revokedAt }) => revokedAt === null);
  return [
    {
      label: "商户",
      value: <Link to={deskAddress("merchant", { id: app.merchantId })}>{app.merchantName ?? "未认证商户"}</Link>,
    },
    { label: "应用编号", value: <Copyable text={app.appId} /> },
    { label: "今天请求", value: `${app.callsToday.toLocaleString("en-US")} 次` },
    { label: "每分钟上限", value: `${app.callsPerMinute} 次` },
    { label: "来源地址", value: app.ipWhitelist.length > 0 ? app.ipWhitelist.join("、") : "不限" },
    { label: "权限", value: app.scopes.map((scope) => API_SCOPES[scope as ApiScope]).join("、") },
    {
      label: "证书",
      value:
        inUse.length > 0
          ? inUse.map(({ certName, endsAt }) => `${certName}，${toShanghaiTime(endsAt).slice(0, 10)} 到期`).join("；")
          : "没有有效证书",
    },
    { label: "创建时间", value: toShanghaiTime(app.createdAt) },
  ];
}

function Webhooks({ app: { webhooks } }: { app: OpenAppDeskDetail }) {
  if (webhooks.length === 0) return <p className="second-line">没有设置通知地址</p>;
  return (
    <section aria-label="通知">
      <h3 className="type-label">通知</h3>
      <ul className="open-hooks">
        {webhooks.map(({ id, webhookTopic, webhookAddress, isEnabled, pausedAt, waiting, parked }) => (
          <li key={id}>
            <span className="mono open-break">
              {webhookTopic === EVERY_TOPIC ? "全部主题" : webhookTopic} → {webhookAddress}
            </span>
            <span className="second-line">
              {pausedAt ? `${toShanghaiTime(pausedAt)} 起暂停` : isEnabled ? "启用" : "停用"}，等待 {waiting}{" "}
              条，没有送达 {parked} 条
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Limit({ app: { merchantId, id, callsPerMinute } }: { app: OpenAppDeskDetail }) {
  const [most, setMost] = useState<number | null>(callsPerMinute);
  const save = useStep<number>(
    OPEN_APPS,
    (value) => calls.setAppLimit({ merchantId, id, callsPerMinute: value }),
    (value) => `每分钟上限已改为 ${value} 次`,
  );
  return (
    <div className="open-step">
      {save.error && <Notice tone="danger" title={problemText(save.error)} />}
      <label htmlFor="open-limit">每分钟上限（次）</label>
      <div className="open-actions">
        <InputNumber id="open-limit" min={1} max={MOST_CALLS} precision={0} value={most} onChange={setMost} />
        <Button
          loading={save.isPending}
          disabled={most === null || most === callsPerMinute}
          onClick={() => most !== null && save.mutate(most)}
        >
          保存上限
        </Button>
      </div>
    </div>
  );
}

/** Holds from the next call on, in every process; the merchant sees the reason and cannot undo it. */
function Suspension({ app: { merchantId, id, standing } }: { app: OpenAppDeskDetail }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const suspend = useStep<string>(
    OPEN_APPS,
    (words) => calls.suspendApp({ merchantId, id, reason: words }),
    () => "应用已暂停，请求从现在起被拒绝",
  );
  const resume = useStep<null>(
    OPEN_APPS,
    () => calls.resumeApp({ merchantId, id }),
    () => "应用已恢复",
  );
  const failed = suspend.error ?? resume.error;
  if (standing === "suspended")
    return (
      <div className="open-step">
        {failed && <Notice tone="danger" title={problemText(failed)} />}
        <div className="open-actions">
          <Button type="primary" loading={resume.isPending} onClick={() => resume.mutate(null)}>
            恢复应用
          </Button>
        </div>
      </div>
    );
  const stop = () => {
    if (reason.trim().length < 2) setProblem("请写明原因，商户会看到");
    else suspend.mutate(reason.trim());
  };
  return (
    <div className="open-step">
      {failed && <Notice tone="danger" title={problemText(failed)} />}
      <NoteField
        longest={200}
        label="暂停的原因"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setProblem(undefined);
        }}
        hint="商户在开发者中心看到"
        problem={problem}
      />
      <div className="open-actions">
        <Button danger loading={suspend.isPending} onClick={stop}>
          暂停应用
        </Button>
      </div>
    </div>
  );
}
