import { LEGAL_TEXTS } from "@coralhub/domain";
import { Button, Checkbox, CodeField, Notice, PasswordField, TextField } from "@coralhub/ui/light";
import type { FormEvent } from "react";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { LoginNameField } from "./login-name-field.tsx";
import { strengthOf } from "./password-strength.ts";
import { useRegister, type RegisterField } from "./use-register.ts";

const { agreement, privacy } = LEGAL_TEXTS;

export function RegisterForm() {
  const form = useRegister();
  const { fields, errors, code } = form;
  const bind = (name: RegisterField) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => form.change(name, event.target.value),
    onBlur: () => form.blur(name),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy) void form.submit();
  };
  return (
    <>
      <form className="entry-form" onSubmit={submit} noValidate>
        {form.message && <Notice tone="danger" title={form.message} />}
        <LoginNameField
          label="手机号"
          autoComplete="tel"
          inputMode="tel"
          autoFocus
          hint="海外号码以 + 和国家代码开头"
          {...bind("mobile")}
        />
        <CodeField
          label="短信验证码"
          {...bind("verifyCode")}
          hint={code.sentTo ? `已发到 ${code.sentTo}，5 分钟内有效` : undefined}
          secondsLeft={code.secondsLeft}
          sending={code.sending}
          sent={code.sentTo !== null}
          onSend={form.askCode}
        />
        <PasswordField
          label="密码"
          autoComplete="new-password"
          {...bind("password")}
          strength={strengthOf(fields.password)}
        />
        <TextField
          label="邀请码"
          optional
          mono
          autoComplete="off"
          maxLength={16}
          {...bind("invitationCode")}
          onBlur={() => void form.checkInvitation(fields.invitationCode)}
          suffix={form.invitation && <span className="entry-valid">有效</span>}
          hint={form.invitation ? invitationWords(form.invitation) : undefined}
        />
        <Checkbox
          checked={fields.consent !== ""}
          onChange={(event) => form.change("consent", event.target.checked ? "yes" : "")}
          error={errors.consent}
          label={
            <>
              我已阅读并同意
              <a href={agreement.path} target="_blank" rel="noreferrer">
                《{agreement.title}》
              </a>
              和
              <a href={privacy.path} target="_blank" rel="noreferrer">
                《{privacy.title}》
              </a>
            </>
          }
        />
        <Button type="submit" variant="primary" block loading={form.busy}>
          注册
        </Button>
        <div className="entry-ways">
          <span>
            已有账号？<a href="/login">去登录</a>
          </span>
        </div>
      </form>
      <LazyCaptcha {...code.captcha} />
    </>
  );
}

const invitationWords = ({ inviter, benefit }: { inviter: string | null; benefit: string | null }) =>
  [inviter && `来自 ${inviter} 的邀请`, benefit].filter(Boolean).join("，");
