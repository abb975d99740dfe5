import { type PortalPath, BRAND } from "@coralhub/domain";
import { Button, CodeBoxes, Notice, PasswordField, Steps } from "@coralhub/ui/light";
import { lazy, Suspense, useState } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { useForm } from "../../../platform/use-form.ts";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { LoginNameField } from "./login-name-field.tsx";
import { isRefused } from "./refusals.ts";
import { SentLabel } from "../../../platform/sent-to.tsx";
import { codeMistake, loginNameMistake } from "../../../platform/typing-mistakes.ts";
import { usePasswordRules } from "./use-password-rules.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";

const RecoverForm = lazy(() => import("./recover-form.tsx").then((module) => ({ default: module.RecoverForm })));
const STEPS = ["验证手机", "设新密码", "完成"];
type Proof = { mobile: string; smsCaptcha: string };

export function FindPasswordForm() {
  const [proof, setProof] = useState<Proof | null>(null);
  const [lost, setLost] = useState(false);
  if (lost)
    return (
      <Suspense>
        <RecoverForm onBack={() => setLost(false)} />
      </Suspense>
    );
  return (
    <div className="entry-form">
      <Steps steps={STEPS} current={proof ? 1 : 0} />
      {proof ? (
        <NewPassword proof={proof} onStale={() => setProof(null)} />
      ) : (
        <ProvePhone onProved={setProof} onLost={() => setLost(true)} />
      )}
      <p className="entry-note">改好后，其他设备会全部退出登录，需要用新密码重新登录</p>
    </div>
  );
}

function ProvePhone({ onProved, onLost }: { onProved: (proof: Proof) => void; onLost: () => void }) {
  const form = useForm({
    initial: { mobile: "", smsCaptcha: "" },
    rules: { mobile: loginNameMistake, smsCaptcha: (text) => (code.sentTo ? codeMistake(text) : undefined) },
    places: {
      "identity.code_wrong": "smsCaptcha",
      "identity.code_dead": "smsCaptcha",
      "identity.mobile_invalid": "mobile",
    },
    submit: async (fields) => {
      if (!code.sentTo) return code.ask();
      await lightApi.checkResetCode(fields);
      onProved(fields);
    },
  });
  const code = useSentCode((param) => lightApi.sendResetCode({ mobile: form.fields.mobile, param }), form.refuse);
  return (
    <form className="entry-fields" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      {code.sentTo ? (
        <div className="entry-code">
          <CodeBoxes
            label={<SentLabel to={code.sentTo} />}
            hint="5 分钟内有效"
            autoFocus
            value={form.fields.smsCaptcha}
            error={form.errors.smsCaptcha}
            onChange={(value) => form.change("smsCaptcha", value)}
            onComplete={(smsCaptcha) => void form.send({ ...form.fields, smsCaptcha })}
          />
          <p className="entry-note">
            {code.secondsLeft > 0 ? `${code.secondsLeft} 秒后可重发` : <TextLink onClick={code.ask}>重新发送</TextLink>}
            <TextLink onClick={code.forget}>换个手机号</TextLink>
          </p>
        </div>
      ) : (
        <LoginNameField autoComplete="username" autoFocus {...form.bind("mobile")} />
      )}
      <Button type="submit" variant="primary" block loading={form.busy || code.sending}>
        {code.sentTo ? "下一步" : "获取验证码"}
      </Button>
      <CodeHelp onLost={onLost} />
      <LazyCaptcha {...code.captcha} drawBy="popCaptcha" />
    </form>
  );
}

const TextLink = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className="entry-link" onClick={onClick}>
    {children}
  </button>
);

function CodeHelp({ onLost }: { onLost: () => void }) {
  return (
    <section className="entry-help">
      <h2 className="type-label">收不到验证码</h2>
      <p>请查看短信拦截和骚扰信息</p>
      <p>请以最近一条为准，之前的已失效</p>
      <p>
        手机号已停用，请<TextLink onClick={onLost}>联系客服核实身份</TextLink>，或致电 {BRAND.servicePhone}
      </p>
    </section>
  );
}

function NewPassword({ proof, onStale }: { proof: Proof; onStale: () => void }) {
  const rules = usePasswordRules();
  const form = useForm({
    initial: { password: "" },
    rules: { password: (text) => (text ? rules.passwordProblem?.(text, [proof.mobile]) : "请设置新密码") },
    places: { "identity.password_refused": "password", "identity.password_same": "password" },
    onRefused: (error) => {
      if (!isRefused(error, "identity.code_dead")) return false;
      onStale();
      return true;
    },
    submit: async ({ password }) => {
      await lightApi.resetPassword({ ...proof, password });
      location.assign("/findPwd/success" satisfies PortalPath);
    },
  });
  return (
    <form className="entry-fields" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <input type="hidden" name="username" autoComplete="username" value={proof.mobile} readOnly />
      <PasswordField
        label="新密码"
        autoComplete="new-password"
        autoFocus
        strength={rules.strengthOf?.(form.fields.password)}
        {...form.bind("password")}
      />
      <Button type="submit" variant="primary" block loading={form.busy}>
        重设密码
      </Button>
    </form>
  );
}
