import { Panel } from "@coralhub/ui";
import { App, Button } from "antd";
import { useState } from "react";
import { NoteField } from "../../platform/note-field.tsx";
import type { StoreCase } from "./store-calls.ts";
import { useVerdict } from "./use-verdict.ts";
import "./stores.css";

/** What most often is wrong, in words a merchant can act on. */
const REASONS = [
  { label: "名称不符", text: "店铺名称与平台后台不一致，请按平台后台显示的名称修改" },
  { label: "链接打不开", text: "店铺链接打不开，请填写买家能打开的店铺首页地址" },
  { label: "截图看不清", text: "截图看不清店铺名称和卖家编号，请重新截取，浏览器地址栏也要露出来" },
  { label: "主体不符", text: "店铺的注册主体与您的实名认证不一致，请补充两者关系的说明或授权书" },
  { label: "品类不支持", text: "店铺里有我们不能收款的品类，请下架后重新提交" },
] as const;
const SHORTEST = 4;
const LONGEST = 300;

/** Pass, or back to the merchant with a reason. */
export function VerdictPanel({ shown }: { shown: StoreCase }) {
  const [declining, setDeclining] = useState(false);
  const verdict = useVerdict(shown);
  const { modal } = App.useApp();
  const approve = () =>
    void modal.confirm({
      title: "通过这家店铺",
      content: shown.foreignBankAccountId
        ? "通过后继续用现有的收款账户，商户会收到通知"
        : "通过后立即向银行申请收款账户，商户会收到通知",
      okText: "确认通过",
      cancelText: "再看看",
      icon: null,
      onOk: () => verdict.mutate(undefined),
    });
  return (
    <Panel title="审核决定">
      {declining ? (
        <Declining
          busy={verdict.isPending}
          onCancel={() => setDeclining(false)}
          onSend={(reason) => verdict.mutate(reason)}
        />
      ) : (
        <div className="store-verdict">
          <Button disabled={verdict.isPending} onClick={() => setDeclining(true)}>
            不通过
          </Button>
          <Button type="primary" loading={verdict.isPending} onClick={approve}>
            通过
          </Button>
        </div>
      )}
    </Panel>
  );
}

type DecliningProps = { busy: boolean; onCancel(): void; onSend(reason: string): void };

function Declining({ busy, onCancel, onSend }: DecliningProps) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const write = (text: string) => {
    setReason(text);
    setMissing(false);
  };
  const send = () => (reason.trim().length < SHORTEST ? setMissing(true) : onSend(reason.trim()));
  return (
    <div className="store-decline">
      <div className="store-reasons" role="group" aria-label="常用原因">
        {REASONS.map(({ label, text }) => (
          <Button key={label} size="small" aria-pressed={reason === text} onClick={() => write(text)}>
            {label}
          </Button>
        ))}
      </div>
      <NoteField
        label="不通过的原因"
        value={reason}
        onChange={write}
        longest={LONGEST}
        hint="商户会看到这段话，请写明怎么改"
        problem={missing ? "请写明原因，商户会看到" : undefined}
      />
      <div className="store-verdict">
        <Button disabled={busy} onClick={onCancel}>
          取消
        </Button>
        <Button type="primary" loading={busy} onClick={send}>
          确认不通过
        </Button>
      </div>
    </div>
  );
}
