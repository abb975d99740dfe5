import { BRAND, passwordProblem } from "@coralhub/domain";
import { Button, CodeBoxes, Notice, PasswordField, Steps } from "@coralhub/ui/light";
import { lazy, Suspense, useState, type FormEvent } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { loginNameSlip, LoginNameField } from "./login-name-field.tsx";
import { strengthOf } from "./password-strength.ts";
import { isRefused, problemOf } from "./refusals.ts";
import { useSentCode } from "./use-sent-code.ts";

const RecoverForm = lazy(() => import("./recover-form.tsx").then((module) => ({ default: module.RecoverForm })));
const STEPS = ["验证手机", "设新密码", "完成"];

export function FindPasswordForm() {
  const [proof, setProof] = useState<{ mobile: string; smsCaptcha: string } | null>(null);
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

type ProveProps = { onProved: (proof: { mobile: string; smsCaptcha: string }) => void; onLost: () => void };

function ProvePhone({ onProved, onLost }: ProveProps) {
  const [mobile, setMobile] = useState("");
  const [smsCaptcha, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const code = useSentCode(
    (param) => lightApi.sendResetCode({ mobile, param }),
    (failure) => setError(problemOf(failure)?.message),
  );
  const ask = () => {
    const slip = loginNameSlip(mobile);
    setError(slip);
    if (!slip) code.ask();
  };
  const prove = async (given: string) => {
    if (given.length !== 6) return setError("请填写 6 位验证码");
    setBusy(true);
    try {
      await lightApi.checkResetCode({ mobile, smsCaptcha: given });
      onProved({ mobile, smsCaptcha: given });
    } catch (failure) {
      setError(problemOf(failure)?.message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.sentTo) ask();
    else if (!busy) void prove(smsCaptcha);
  };
  const type = (value: string) => {
    setCode(value);
    setError(undefined);
  };
  return (
    <form className="entry-fields" onSubmit={submit} noValidate>
      {code.sentTo ? (
        <div className="entry-code">
          <CodeBoxes
            label={`验证码已发到 ${code.sentTo}`}
            hint="5 分钟内有效"
            error={error}
            value={smsCaptcha}
            onChange={type}
            onComplete={(value) => void prove(value)}
            autoFocus
          />
          <p className="entry-note">
            {code.secondsLeft > 0 ? (
              `${code.secondsLeft} 秒后可重发`
            ) : (
              <button type="button" className="entry-link" onClick={ask}>
                重新发送
              </button>
            )}
            <button type="button" className="entry-link" onClick={code.forget}>
              换个手机号
            </button>
          </p>
        </div>
      ) : (
        <LoginNameField
          name="mobile"
          autoComplete="username"
          autoFocus
          value={mobile}
          error={error}
          onChange={(event) => {
            setMobile(event.target.value);
            setError(undefined);
          }}
        />
      )}
      <Button type="submit" variant="primary" block loading={busy || code.sending}>
        {code.sentTo ? "下一步" : "获取验证码"}
      </Button>
      <section className="entry-help">
        <h2 className="type-label">收不到验证码</h2>
        <p>看看短信拦截和骚扰信息里有没有</p>
        <p>请以最近一条为准，之前的已失效</p>
        <p>
          手机号已停用，请
          <button type="button" className="entry-link" onClick={onLost}>
            联系客服核实身份
          </button>
          ，或致电 {BRAND.servicePhone}
        </p>
      </section>
      <LazyCaptcha {...code.captcha} />
    </form>
  );
}

function NewPassword({ proof, onStale }: { proof: { mobile: string; smsCaptcha: string }; onStale: () => void }) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const slip = passwordProblem(password, [proof.mobile]);
    setError(slip);
    if (slip || busy) return;
    setBusy(true);
    try {
      await lightApi.resetPassword({ ...proof, password });
      location.assign("/findPwd/success");
    } catch (failure) {
      setBusy(false);
      if (isRefused(failure, "identity.code_dead")) return onStale();
      const problem = problemOf(failure);
      if (isRefused(failure, "identity.password_refused") || isRefused(failure, "identity.password_same"))
        setError(problem?.message);
      else setMessage(problem?.fields["password"] ?? problem?.message);
    }
  };
  return (
    <form className="entry-fields" onSubmit={(event) => void submit(event)} noValidate>
      {message && <Notice tone="danger" title={message} />}
      <input type="hidden" name="username" autoComplete="username" value={proof.mobile} readOnly />
      <PasswordField
        label="新密码"
        name="password"
        autoComplete="new-password"
        autoFocus
        value={password}
        error={error}
        strength={strengthOf(password)}
        onChange={(event) => {
          setPassword(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" block loading={busy}>
        重设密码
      </Button>
    </form>
  );
}
