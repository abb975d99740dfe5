import type { PortalPath } from "@coralhub/domain";
import { Button, CodeBoxes, Notice, PasswordField, TextField } from "@coralhub/ui/light";
import { useEffect, useState } from "react";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { SentLabel } from "../../../platform/sent-to.tsx";
import { LoginNameField } from "./login-name-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useLogin } from "./use-login.ts";

type Login = ReturnType<typeof useLogin>;

export function LoginForm() {
  const login = useLogin();
  const { form, step } = login;
  return (
    <>
      <form className="entry-form" {...form.props}>
        <Notices login={login} />
        {step === "password" && <PasswordStep form={form} />}
        {step === "secondFactor" && <SecondFactorStep form={form} />}
        {step === "code" && <CodeStep login={login} />}
        <Button type="submit" variant="primary" block loading={form.busy}>
          登录
        </Button>
        {step === "password" ? (
          <div className="entry-ways">
            <span>
              还没有账号？<a href={"/register" satisfies PortalPath}>免费注册</a>
            </span>
            <PasskeyButton onProblem={form.setMessage} />
          </div>
        ) : (
          <Button variant="text" onClick={login.startOver}>
            换一个账号
          </Button>
        )}
      </form>
      <LazyCaptcha {...login.captcha} />
      <LazyCaptcha {...login.code.captcha} />
    </>
  );
}

/** One notice at a time: what just went wrong, or why the visitor is here again. */
function Notices({ login: { form, special, code } }: { login: Login }) {
  const [expired, setExpired] = useState(false);
  useEffect(() => setExpired(new URLSearchParams(location.search).get("redirect") === "1"), []);
  // The way in by code stays where asking for the code has failed.
  const byCode = special?.kind === "tooMany" && (
    <button type="button" className="entry-link" onClick={code.ask}>
      用短信验证码登录
    </button>
  );
  if (form.message)
    return (
      <Notice tone="danger" title={form.message}>
        {byCode}
      </Notice>
    );
  if (special?.kind === "tooMany")
    return (
      <Notice tone="warning" title={special.message}>
        {byCode}
      </Notice>
    );
  if (special?.kind === "wrong")
    return (
      <Notice tone="danger" title="手机号或密码不对">
        {special.tries === 2 && "已试 2 次，再错一次要先完成验证。"}
        想不起来可以<a href={"/findPwd" satisfies PortalPath}>重设密码</a>
      </Notice>
    );
  if (!expired) return null;
  return (
    <Notice tone="info" title="登录后回到刚才的页面">
      填写的内容还在
    </Notice>
  );
}

function PasswordStep({ form }: { form: Login["form"] }) {
  return (
    <>
      <LoginNameField autoComplete="username" autoFocus {...form.bind("username")} />
      <PasswordField
        label="密码"
        autoComplete="current-password"
        aside={<a href={"/findPwd" satisfies PortalPath}>忘记密码</a>}
        {...form.bind("password")}
      />
    </>
  );
}

function SecondFactorStep({ form }: { form: Login["form"] }) {
  return (
    <TextField
      label="动态码"
      hint="打开验证器应用查看；手机不在身边时，填一个备用码"
      autoComplete="one-time-code"
      autoFocus
      mono
      maxLength={16}
      {...form.bind("totp")}
    />
  );
}

function CodeStep({ login: { form, code } }: { login: Login }) {
  return (
    <div className="entry-code">
      <CodeBoxes
        label={<SentLabel to={code.sentTo ?? ""} />}
        hint="5 分钟内有效"
        autoFocus
        value={form.fields.verifyCode}
        error={form.errors.verifyCode}
        onChange={(value) => form.change("verifyCode", value)}
        onComplete={(verifyCode) => void form.send({ ...form.fields, verifyCode })}
      />
      {code.secondsLeft > 0 ? (
        <p className="entry-note">{code.secondsLeft} 秒后可重发</p>
      ) : (
        <button type="button" className="entry-link" onClick={code.ask}>
          重新发送
        </button>
      )}
    </div>
  );
}
