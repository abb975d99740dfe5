import { type PortalPath, LEGAL_TEXTS } from "@coralhub/domain";
import { Button, Checkbox, CodeField, Notice, PasswordField, TextField } from "@coralhub/ui/light";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { SentTo } from "../../../platform/sent-to.tsx";
import { LoginNameField } from "./login-name-field.tsx";
import { useRegister } from "./use-register.ts";

type Register = ReturnType<typeof useRegister>;

export function RegisterForm() {
  const register = useRegister();
  const { form, code } = register;
  return (
    <>
      <form className="entry-form" {...form.props}>
        {form.message && <Notice tone="danger" title={form.message} />}
        <LoginNameField
          label="手机号"
          hint="海外号码以 + 和国家代码开头"
          autoComplete="tel"
          inputMode="tel"
          autoFocus
          {...form.bind("mobile")}
        />
        <CodeField
          label="短信验证码"
          hint={code.sentTo && <SentTo to={code.sentTo} />}
          {...form.bind("verifyCode")}
          {...code.field}
          onSend={() => form.check("mobile") && code.ask()}
        />
        <PasswordField
          label="密码"
          autoComplete="new-password"
          strength={register.strengthOf?.(form.fields.password)}
          {...form.bind("password")}
        />
        <InvitationField register={register} />
        <Consent form={form} />
        <Button type="submit" variant="primary" block loading={form.busy}>
          注册
        </Button>
        <div className="entry-ways">
          <span>
            已有账号？<a href={"/login" satisfies PortalPath}>去登录</a>
          </span>
        </div>
      </form>
      <LazyCaptcha {...code.captcha} />
    </>
  );
}

function InvitationField({ register: { form, invitation, checkInvitation } }: { register: Register }) {
  const words = invitation && [invitation.inviter && `来自 ${invitation.inviter} 的邀请`, invitation.benefit];
  return (
    <TextField
      label="邀请码"
      optional
      mono
      autoComplete="off"
      maxLength={16}
      {...form.bind("invitationCode")}
      onBlur={() => void checkInvitation(form.fields.invitationCode)}
      suffix={invitation && <span className="entry-valid">有效</span>}
      hint={words?.filter(Boolean).join("，")}
    />
  );
}

function Consent({ form }: { form: Register["form"] }) {
  const { agreement, privacy } = LEGAL_TEXTS;
  return (
    <Checkbox
      name="consent"
      checked={form.fields.consent !== ""}
      onChange={(event) => form.change("consent", event.target.checked ? "yes" : "")}
      error={form.errors.consent}
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
  );
}
