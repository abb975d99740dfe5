import { BRAND } from "@coralhub/domain";
import { Button, CodeField, LinkButton, Notice, TextField } from "@coralhub/ui/light";
import { useState, type FormEvent } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { loginNameSlip, LoginNameField, mobileSlip } from "./login-name-field.tsx";
import { isRefused, problemOf } from "./refusals.ts";
import { useSentCode } from "./use-sent-code.ts";

const blank = { username: "", contactName: "", story: "", newMobile: "", verifyCode: "" };
type Field = keyof typeof blank;
type Errors = Partial<Record<Field, string>>;
const STORY_LEAST = 10;

const RULES: Record<Field, (text: string) => string | undefined> = {
  username: loginNameSlip,
  contactName: (text) => (text.trim() ? undefined : "请填写联系人姓名"),
  story: (text) => (text.trim().length >= STORY_LEAST ? undefined : "请写明账户主体、最近一笔收款或提现，便于核实"),
  newMobile: mobileSlip,
  verifyCode: (text) => (/^\d{6}$/.test(text) ? undefined : "请填写 6 位短信验证码"),
};

/** The way back for a merchant whose phone is gone: a request that two operators look at. */
export function RecoverForm({ onBack }: { onBack: () => void }) {
  const [fields, setFields] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [reference, setReference] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const refuse = (error: unknown) => {
    const problem = problemOf(error);
    if (!problem) return;
    if (isRefused(error, "identity.code_wrong") || isRefused(error, "identity.code_dead"))
      return setErrors({ verifyCode: problem.message });
    if (isRefused(error, "identity.mobile_invalid")) return setErrors({ newMobile: problem.message });
    setErrors(problem.fields);
    setMessage(problem.message);
  };
  const code = useSentCode((param) => lightApi.sendRecoveryCode({ newMobile: fields.newMobile, param }), refuse);
  if (reference) return <Received reference={reference} />;

  const bind = (name: Field) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setFields((before) => ({ ...before, [name]: event.target.value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });
  const ask = () => {
    const slip = mobileSlip(fields.newMobile);
    setErrors((before) => ({ ...before, newMobile: slip }));
    if (!slip) code.ask();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = Object.fromEntries((Object.keys(RULES) as Field[]).map((name) => [name, RULES[name](fields[name])]));
    setErrors(found);
    setMessage(null);
    if (busy || Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      setReference((await lightApi.requestRecovery(fields)).reference);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
      <h2 className="type-section">手机停用，找回账户</h2>
      <Notice tone="info">由客服核实身份后换绑新手机，两位同事复核，全程留有记录</Notice>
      {message && <Notice tone="danger" title={message} />}
      <LoginNameField label="原手机号或邮箱" autoComplete="username" {...bind("username")} />
      <TextField label="联系人姓名" autoComplete="name" {...bind("contactName")} />
      <TextField
        label="只有您知道的事"
        hint="账户主体名称、最近一笔收款或提现的时间和金额"
        maxLength={500}
        {...bind("story")}
      />
      <LoginNameField label="新手机号" autoComplete="tel" inputMode="tel" {...bind("newMobile")} />
      <CodeField
        label="新手机收到的验证码"
        {...bind("verifyCode")}
        secondsLeft={code.secondsLeft}
        sending={code.sending}
        sent={code.sentTo !== null}
        onSend={ask}
      />
      <Button type="submit" variant="primary" block loading={busy}>
        提交申请
      </Button>
      <Button variant="text" onClick={onBack}>
        返回找回密码
      </Button>
      <LazyCaptcha {...code.captcha} />
    </form>
  );
}

function Received({ reference }: { reference: string }) {
  return (
    <div className="entry-form">
      <Notice tone="success" title="申请已收到">
        编号 <span className="mono">{reference}</span>。客服会在 1 个工作日内致电新手机核实，两位同事复核后换绑
      </Notice>
      <p className="entry-note">
        有疑问请致电 {BRAND.servicePhone}（{BRAND.serviceHours}），报上编号即可
      </p>
      <LinkButton variant="primary" block href="/login">
        回到登录
      </LinkButton>
    </div>
  );
}
