import { addressOf, type LegalText, type Address, CODE_PURPOSES, LEGAL_TEXTS } from "@coralhub/domain";
import { icons, IconTile, Link, Notice, Panel, StateDot, toast } from "@coralhub/ui";
import { Button as LightButton, CodeField } from "@coralhub/ui/light";
import { saveFile } from "@coralhub/ui/browser";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { asDay, inTable } from "../../../platform/show.tsx";
import { useForm } from "../../../platform/use-form.ts";
import { wordsOf } from "../entry/refusals.ts";
import { SentTo } from "../../../platform/sent-to.tsx";
import { codeMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";
import { closingQuery, consentsQuery, exportsQuery, identity } from "./account-queries.ts";
import { isDeclined, useProof } from "./step-up.tsx";

const EXPORT_STATES = {
  preparing: { tone: "info", label: "准备中" },
  ready: { tone: "success", label: "可下载" },
  expired: { tone: "neutral", label: "已过期" },
} as const;

/** The merchant's rights over their own data: see what was agreed to, take it along, leave. */
export function DataPanel() {
  return (
    <Panel flush title="数据与账户">
      <ul className="secure">
        <Consents />
        <Exports />
        <Closing />
      </ul>
    </Panel>
  );
}

function Consents() {
  const { data } = useQuery(consentsQuery);
  const latest = data?.filter((consent) => consent.current) ?? [];
  return (
    <li className="secure-row">
      <IconTile>
        <icons.File />
      </IconTile>
      <div className="secure-words">
        <div className="secure-title">同意过的协议</div>
        <div className="secure-note">
          {latest.length > 0
            ? latest.map(({ title, version, agreedAt }) => `${title} ${version}（${asDay(agreedAt)} 同意）`).join("，")
            : "查看现行的服务协议和隐私政策"}
        </div>
      </div>
      <div className="secure-end">
        {(Object.keys(LEGAL_TEXTS) as LegalText[]).map((text) => (
          <Link key={text} to={addressOf(text)}>
            {LEGAL_TEXTS[text].title}
          </Link>
        ))}
      </div>
    </li>
  );
}

function Exports() {
  const { data } = useQuery(exportsQuery);
  const client = useQueryClient();
  const withProof = useProof();
  const [busy, setBusy] = useState(false);
  const act = async (action: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await withProof(action);
    } catch (error) {
      const words = wordsOf(error);
      if (words && !isDeclined(error)) toast.failed(words);
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: exportsQuery.queryKey });
    }
  };
  const latest = data?.[0];
  return (
    <li className="secure-row">
      <IconTile>
        <icons.Download />
      </IconTile>
      <div className="secure-words">
        <div className="secure-title">导出个人数据</div>
        <div className="secure-note">账户资料、登录记录和消息，准备好后会通知您，下载有时限</div>
      </div>
      <div className="secure-end">
        {latest && (
          <StateDot
            {...EXPORT_STATES[latest.state]}
            note={latest.state === "ready" && latest.expiresAt ? `${inTable(latest.expiresAt)} 前有效` : undefined}
          />
        )}
        {latest?.state === "ready" ? (
          <Button
            size="small"
            loading={busy}
            onClick={() => void act(async () => saveFile(await identity.downloadDataExport({ id: latest.id })))}
          >
            下载
          </Button>
        ) : (
          <Button
            size="small"
            loading={busy || latest?.state === "preparing"}
            onClick={() => void act(() => identity.requestDataExport({}))}
          >
            申请导出
          </Button>
        )}
      </div>
    </li>
  );
}

function Closing() {
  const { data } = useQuery(closingQuery);
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: closingQuery.queryKey });
  const withdraw = async () => {
    await identity.cancelClosing({});
    toast.done("已撤回注销申请");
    await refresh();
  };
  return (
    <li className="secure-row">
      <IconTile>
        <icons.SignOut />
      </IconTile>
      <div className="secure-words">
        <div className="secure-title">注销账户</div>
        <div className="secure-note">
          {data?.closesAt
            ? `已申请，${inTable(data.closesAt)} 注销，在此之前可以撤回`
            : "有余额或未办结的事项时，请先处理完毕"}
        </div>
      </div>
      <div className="secure-end">
        {data?.closesAt ? (
          <Button size="small" onClick={() => void withdraw()}>
            撤回申请
          </Button>
        ) : (
          <Button size="small" danger onClick={() => setOpen(true)}>
            申请注销
          </Button>
        )}
      </div>
      <Modal open={open} title="注销账户" footer={null} width={460} destroyOnHidden onCancel={() => setOpen(false)}>
        {data && data.blockers.length > 0 ? (
          <Blocked blockers={data.blockers} />
        ) : (
          <CloseForm
            onDone={() => {
              setOpen(false);
              void refresh();
            }}
          />
        )}
      </Modal>
    </li>
  );
}

/** Refused while there is money or an open case: each reason with its way out. */
function Blocked({ blockers }: { blockers: { reason: string; link: Address | null }[] }) {
  return (
    <div className="account-form">
      <Notice tone="warning" title="现在还不能注销">
        先处理完下面的事
      </Notice>
      <ul className="blockers">
        {blockers.map(({ reason, link }) => (
          <li key={reason}>
            {reason}
            {link && <Link to={link}>去处理</Link>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CloseForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: { "identity.code_wrong": "verifyCode", "identity.code_dead": "verifyCode" },
    submit: async (fields) => {
      await identity.requestClosing(fields);
      toast.done("已申请注销");
      onDone();
    },
  });
  const code = useSentCode(
    () => identity.sendCardCode({ type: CODE_PURPOSES.closeAccount.wire, channel: "sms" }),
    form.refuse,
  );
  return (
    <form className="compact account-form" {...form.props}>
      <Notice tone="warning" title="注销后不能恢复">
        登录手机和邮箱会被释放。认证和交易资料按法律规定保存
      </Notice>
      {form.message && <Notice tone="danger" title={form.message} />}
      <CodeField
        label="短信验证码"
        hint={code.sentTo && <SentTo to={code.sentTo} />}
        {...form.bind("verifyCode")}
        {...code.field}
        onSend={code.askAtOnce}
      />
      <LightButton type="submit" block loading={form.busy}>
        申请注销
      </LightButton>
    </form>
  );
}
