import { Button, CodeField, LinkButton, Notice, TextField, useCountdown } from "@coralhub/ui/light";
import { useEffect, useState, type FormEvent } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { session } from "../../../platform/session.ts";
import { emailSlip } from "./login-name-field.tsx";
import { isRefused, problemOf } from "./refusals.ts";

export function BindMailForm() {
  const [signedIn, setSignedIn] = useState(true);
  useEffect(() => setSignedIn(session.token() !== null), []);
  return signedIn ? <MailForm /> : <SignInFirst />;
}

function SignInFirst() {
  return (
    <div className="entry-form">
      <Notice tone="info" title="请先登录，再绑定邮箱" />
      <LinkButton variant="primary" block href="/login" onClick={() => session.keepReturn("/bindMail")}>
        去登录
      </LinkButton>
    </div>
  );
}

function MailForm() {
  const [email, setEmail] = useState("");
  const [captcha, setCaptcha] = useState("");
  const [errors, setErrors] = useState<{ email?: string; captcha?: string }>({});
  const [message, setMessage] = useState<string>();
  const [sent, setSent] = useState(false);
  const [sending, setSending] = useState(false);
  const [busy, setBusy] = useState(false);
  const [secondsLeft, count] = useCountdown();

  const refuse = (error: unknown) => {
    const problem = problemOf(error);
    if (!problem) return;
    if (isRefused(error, "identity.code_wrong") || isRefused(error, "identity.code_dead"))
      return setErrors({ captcha: problem.message });
    if (isRefused(error, "identity.email_invalid") || isRefused(error, "identity.email_taken"))
      return setErrors({ email: problem.message });
    setErrors(problem.fields);
    setMessage(problem.message);
  };
  const send = async () => {
    const slip = emailSlip(email);
    setErrors({ email: slip });
    if (slip) return;
    setSending(true);
    try {
      const { resendInSeconds } = await lightApi.sendBindEmailCode({ email });
      setSent(true);
      count(resendInSeconds);
    } catch (error) {
      refuse(error);
    } finally {
      setSending(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      email: emailSlip(email),
      captcha: /^\d{6}$/.test(captcha) ? undefined : "请填写邮件里的 6 位验证码",
    };
    setErrors(found);
    setMessage(undefined);
    if (busy || found.email || found.captcha) return;
    setBusy(true);
    try {
      await lightApi.bindEmail({ email, captcha });
      location.assign("/bindMail/success");
    } catch (error) {
      refuse(error);
      setBusy(false);
    }
  };
  return (
    <form className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      {message && <Notice tone="danger" title={message} />}
      <TextField
        label="邮箱"
        name="email"
        type="email"
        autoComplete="email"
        autoFocus
        value={email}
        error={errors.email}
        onChange={(event) => {
          setEmail(event.target.value);
          setErrors({});
        }}
      />
      <CodeField
        label="邮箱验证码"
        name="captcha"
        hint={sent ? "已发到您的邮箱，5 分钟内有效；没有收到请看看垃圾邮件" : undefined}
        value={captcha}
        error={errors.captcha}
        secondsLeft={secondsLeft}
        sending={sending}
        sent={sent}
        onSend={() => void send()}
        onChange={(event) => {
          setCaptcha(event.target.value);
          setErrors({});
        }}
      />
      <Button type="submit" variant="primary" block loading={busy}>
        绑定邮箱
      </Button>
      <div className="entry-ways">
        <a href="/home">以后再说，先去首页</a>
      </div>
    </form>
  );
}
