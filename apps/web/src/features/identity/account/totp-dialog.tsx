import { Copyable, Notice, toast } from "@coralhub/ui";
import { Button, CodeBoxes, TextField } from "@coralhub/ui/light";
import { Modal } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm } from "../../../platform/use-form.ts";
import { wordsOf } from "../entry/refusals.ts";
import { codeMistake } from "../../../platform/typing-mistakes.ts";
import { identity, refreshSecurity } from "./account-queries.ts";
import { isDeclined, useAsking, useProof } from "./step-up.tsx";
import "./codes.css";

export type TotpTask = "enable" | "disable" | "renew";
const TITLES: Record<TotpTask, string> = { enable: "开启两步验证", disable: "关闭两步验证", renew: "重新生成备用码" };

export function TotpDialog({ task, onClose }: { task: TotpTask; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const asking = useAsking();
  return (
    <Modal
      open={!asking}
      title={codes ? "请保存备用码" : TITLES[task]}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : task === "enable" ? (
        <Enable onCodes={setCodes} onClose={onClose} />
      ) : (
        <WithCode task={task} onCodes={setCodes} onClose={onClose} />
      )}
    </Modal>
  );
}

type Props = { onCodes: (codes: string[]) => void; onClose: () => void };

type Enrolment = { secret: string; qr: string };

/** One enrolment per opening of the dialog. */
function useEnrolment(onClose: () => void) {
  const withProof = useProof();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const onDeclined = useEffectEvent(onClose);
  useEffect(() => {
    let shown = true;
    withProof(() => identity.enrolTotp({})).then(
      (answer) => shown && setEnrolment(answer),
      (error: unknown) => {
        if (isDeclined(error)) onDeclined();
        else if (shown) setFailure(wordsOf(error) ?? "没能取到二维码，请关闭后重试");
      },
    );
    return () => {
      shown = false;
    };
  }, [withProof]);
  return { enrolment, failure };
}

function Enable({ onCodes, onClose }: Props) {
  const { enrolment, failure } = useEnrolment(onClose);
  const form = useForm({
    initial: { totp: "" },
    rules: { totp: codeMistake },
    places: { "identity.second_factor_wrong": "totp" },
    submit: async (fields) => {
      const { recoveryCodes } = await identity.confirmTotp(fields);
      await refreshSecurity();
      onCodes(recoveryCodes);
    },
  });
  if (failure) return <Notice tone="danger" title={failure} />;
  if (!enrolment) return <div className="totp-wait" role="status" aria-label="正在准备二维码" />;
  return (
    <form className="compact account-form" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <ol className="totp-steps">
        <li>在手机上安装验证器应用（如 Microsoft Authenticator）</li>
        <li>用它扫描二维码，或手动输入密钥</li>
        <li>输入应用显示的 6 位动态码</li>
      </ol>
      <figure className="totp-qr">
        <img src={enrolment.qr} alt="两步验证二维码，扫不了时请使用下面的密钥" width={168} height={168} />
        <figcaption>
          密钥 <Copyable text={enrolment.secret} />
        </figcaption>
      </figure>
      <CodeBoxes
        label="6 位动态码"
        value={form.fields.totp}
        error={form.errors.totp}
        onChange={(value) => form.change("totp", value)}
        onComplete={(totp) => void form.send({ totp })}
      />
      <Button type="submit" variant="primary" block loading={form.busy}>
        开启
      </Button>
    </form>
  );
}

function WithCode({ task, onCodes, onClose }: Props & { task: "disable" | "renew" }) {
  const form = useForm({
    initial: { totp: "" },
    rules: { totp: (text) => (text.trim() ? undefined : "请填写动态码或备用码") },
    places: { "identity.second_factor_wrong": "totp" },
    submit: async (fields) => {
      if (task === "renew") onCodes((await identity.renewRecoveryCodes(fields)).recoveryCodes);
      else {
        await identity.disableTotp(fields);
        toast.done("两步验证已关闭");
        onClose();
      }
      await refreshSecurity();
    },
  });
  return (
    <form className="compact account-form" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <Notice tone="warning">
        {task === "disable" ? "关闭后，只凭密码就能登录您的账户" : "重新生成后，之前的备用码全部失效"}
      </Notice>
      <TextField
        label="动态码或备用码"
        mono
        autoFocus
        autoComplete="one-time-code"
        maxLength={16}
        {...form.bind("totp")}
      />
      <Button type="submit" variant="primary" block loading={form.busy}>
        {TITLES[task]}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <div className="compact account-form">
      <Notice tone="warning" title="只显示这一次">
        手机不在身边时，用它代替动态码。每个只能用一次，请存放在安全的地方
      </Notice>
      <ol className="totp-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Copyable text={codes.join("\n")} mono={false}>
        复制全部
      </Copyable>
      <Button variant="primary" block onClick={onClose}>
        我已保存
      </Button>
    </div>
  );
}
