import type { PortalPath } from "@coralhub/domain";
import { Button, CodeField, LinkButton, Notice, TextField } from "@coralhub/ui/light";
import { useEffect, useState } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { session } from "../../../platform/session.ts";
import { useForm } from "../../../platform/use-form.ts";
import { SentTo } from "../../../platform/sent-to.tsx";
import { codeMistake, emailMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";

export function BindMailForm() {
  const [signedIn, setSignedIn] = useState(true);
  useEffect(() => setSignedIn(session.token() !== null), []);
  return signedIn ? <MailForm /> : <SignInFirst />;
}

function SignInFirst() {
  return (
    <div className="entry-form">
      <Notice tone="info" title="请先登录，再绑定邮箱" />
      <LinkButton
        variant="primary"
        block
        href={"/login" satisfies PortalPath}
        onClick={() => session.keepReturn("/bindMail" satisfies PortalPath)}
      >
        去登录
      </LinkButton>
    </div>
  );
}

function MailForm() {
  const form = useForm({
    initial: { email: "", captcha: "", ownCode: "" },
    rules: { email: emailMistake, captcha: codeMistake, ownCode: codeMistake },
    places: {
      "identity.code_wrong": "captcha",
      "identity.code_dead": "captcha",
      "identity.email_invalid": "email",
      "identity.email_taken": "email",
    },
    submit: async (fields) => {
      await lightApi.bindEmail(fields);
      location.assign("/bindMail/success" satisfies PortalPath);
    },
  });
  const own = useSentCode(() => lightApi.sendStepUpCode({}), form.refuse);
  const code = useSentCode(() => lightApi.sendBindEmailCode({ email: form.fields.email }), form.refuse);
  return (
    <form className="entry-form" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <TextField label="邮箱" type="email" autoComplete="email" autoFocus {...form.bind("email")} />
      <CodeField
        label="邮箱验证码"
        hint={code.sentTo && <SentTo to={code.sentTo} note="没有收到，请查看垃圾邮件" />}
        {...form.bind("captcha")}
        {...code.field}
        onSend={() => form.check("email") && code.askAtOnce()}
      />
      <CodeField
        label="已绑定手机收到的验证码"
        hint={own.sentTo ? <SentTo to={own.sentTo} /> : "确认是您本人在绑定"}
        {...form.bind("ownCode")}
        {...own.field}
        onSend={own.askAtOnce}
      />
      <Button type="submit" variant="primary" block loading={form.busy}>
        绑定邮箱
      </Button>
      <div className="entry-ways">
        <a href={"/home" satisfies PortalPath}>以后再说，先去首页</a>
      </div>
    </form>
  );
}
