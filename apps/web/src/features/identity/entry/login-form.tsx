import { Button, CodeBoxes, Notice, PasswordField, TextField, useCountdown } from "@coralhub/ui/light";
import { useEffect, useState, type FormEvent } from "react";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { LoginNameField } from "./login-name-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useLogin, type LoginProblem } from "./use-login.ts";

type Login = ReturnType<typeof useLogin>;

export function LoginForm() {
  const login = useLogin();
  const [expired, setExpired] = useState(false);
  useEffect(() => setExpired(new URLSearchParams(location.search).get("redirect") === "1"), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!login.busy) login.submit();
  };
  return (
    <>
      <form className="entry-form" onSubmit={submit} noValidate>
        {expired && !login.problem && (
          <Notice tone="info" title="登录已过期，请重新登录">
            登录后回到刚才的页面，填写的内容还在
          </Notice>
        )}
        {login.problem && <Problem problem={login.problem} onCode={() => login.setCaptcha("code")} />}
        {login.step === "password" && <PasswordStep login={login} />}
        {login.step === "secondFactor" && <SecondFactorStep login={login} />}
        {login.step === "code" && <CodeStep login={login} />}
        <Button type="submit" variant="primary" block loading={login.busy}>
          登录
        </Button>
        {login.step === "password" ? (
          <div className="entry-ways">
            <span>
              还没有账号？<a href="/register">免费注册</a>
            </span>
            <PasskeyButton onProblem={(message) => login.setProblem({ kind: "other", message })} />
          </div>
        ) : (
          <Button variant="text" onClick={login.startOver}>
            换一个账号
          </Button>
        )}
      </form>
      <LazyCaptcha open={login.captcha !== null} onClose={() => login.setCaptcha(null)} onSolved={login.onTicket} />
    </>
  );
}

function Problem({ problem, onCode }: { problem: LoginProblem; onCode: () => void }) {
  switch (problem.kind) {
    case "wrong":
      return (
        <Notice tone="danger" title="手机号或密码不对">
          {problem.tries === 2 && <>已试 2 次，再错一次要先拖动验证。</>}
          想不起来可以<a href="/findPwd">重设密码</a>
        </Notice>
      );
    case "tooMany":
      return (
        <Notice tone="warning" title={problem.message}>
          <button type="button" className="entry-link" onClick={onCode}>
            用短信验证码登录
          </button>
        </Notice>
      );
    case "other":
      return <Notice tone="danger" title={problem.message} />;
  }
}

function PasswordStep({ login: { fields, errors, change, blur } }: { login: Login }) {
  return (
    <>
      <LoginNameField
        name="username"
        autoComplete="username"
        autoFocus
        value={fields.username}
        error={errors.username}
        onChange={(event) => change("username", event.target.value)}
        onBlur={() => blur("username")}
      />
      <PasswordField
        label="密码"
        name="password"
        autoComplete="current-password"
        aside={<a href="/findPwd">忘记密码</a>}
        value={fields.password}
        error={errors.password}
        onChange={(event) => change("password", event.target.value)}
      />
    </>
  );
}

function SecondFactorStep({ login: { fields, errors, change } }: { login: Login }) {
  return (
    <TextField
      label="动态码"
      name="totp"
      hint="打开验证器应用查看；手机不在身边时，填一个备用码"
      autoComplete="one-time-code"
      autoFocus
      mono
      maxLength={16}
      value={fields.totp}
      error={errors.totp}
      onChange={(event) => change("totp", event.target.value)}
    />
  );
}

function CodeStep({ login }: { login: Login }) {
  const { fields, errors, sent, change, setCaptcha, signIn } = login;
  const [secondsLeft, count] = useCountdown();
  useEffect(() => {
    if (sent) count(sent.resendInSeconds);
  }, [sent, count]);
  return (
    <div className="entry-code">
      <CodeBoxes
        label={`验证码已发到 ${sent?.to ?? ""}`}
        autoFocus
        value={fields.verifyCode}
        error={errors.verifyCode}
        hint="5 分钟内有效"
        onChange={(value) => change("verifyCode", value)}
        onComplete={(value) => void signIn(undefined, value)}
      />
      {secondsLeft > 0 ? (
        <p className="entry-note">{secondsLeft} 秒后可重发</p>
      ) : (
        <button type="button" className="entry-link" onClick={() => setCaptcha("code")}>
          重新发送
        </button>
      )}
    </div>
  );
}
