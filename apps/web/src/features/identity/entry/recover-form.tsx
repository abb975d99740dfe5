import { type PortalPath, BRAND } from "@coralhub/domain";
import { Button, CodeField, LinkButton, Notice, TextField } from "@coralhub/ui/light";
import { useState } from "react";
import { lightApi } from "../../../platform/light-api.ts";
import { useForm } from "../../../platform/use-form.ts";
import { LazyCaptcha } from "./lazy-captcha.tsx";
import { LoginNameField } from "./login-name-field.tsx";
import { SentTo } from "../../../platform/sent-to.tsx";
import { codeMistake, loginNameMistake, mobileMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";

const STORY_LEAST = 10;

/** The way back for a merchant whose phone is gone: a request that two operators look at. */
export function RecoverForm({ onBack }: { onBack: () => void }) {
  const [reference, setReference] = useState<string | null>(null);
  const form = useForm({
    initial: { username: "", contactName: "", story: "", newMobile: "", verifyCode: "" },
    rules: {
      username: loginNameMistake,
      contactName: (text) => (text.trim() ? undefined : "请填写联系人姓名"),
      story: (text) => (text.trim().length >= STORY_LEAST ? undefined : "请写明账户主体、最近一笔收款或提现，便于核实"),
      newMobile: mobileMistake,
      verifyCode: codeMistake,
    },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.mobile_invalid": "newMobile",
    },
    submit: async (fields) => setReference((await lightApi.requestRecovery(fields)).reference),
  });
  const code = useSentCode(
    (param) => lightApi.sendRecoveryCode({ newMobile: form.fields.newMobile, param }),
    form.refuse,
  );
  if (reference) return <Received reference={reference} />;
  return (
    <form className="entry-form" {...form.props}>
      <h2 className="type-section">手机停用，找回账户</h2>
      <Notice tone="info">由客服核实身份后换绑新手机，两位同事复核，全程留有记录</Notice>
      {form.message && <Notice tone="danger" title={form.message} />}
      <LoginNameField label="原手机号或邮箱" autoComplete="username" {...form.bind("username")} />
      <TextField label="联系人姓名" autoComplete="name" {...form.bind("contactName")} />
      <TextField
        label="只有您知道的事"
        hint="账户主体名称、最近一笔收款或提现的时间和金额"
        maxLength={500}
        {...form.bind("story")}
      />
      <LoginNameField label="新手机号" autoComplete="tel" inputMode="tel" {...form.bind("newMobile")} />
      <CodeField
        label="新手机收到的验证码"
        hint={code.sentTo && <SentTo to={code.sentTo} />}
        {...form.bind("verifyCode")}
        {...code.field}
        onSend={() => form.check("newMobile") && code.ask()}
      />
      <Button type="submit" variant="primary" block loading={form.busy}>
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
        编号 <span className="mono">{reference}</span>
        。客服会致电新手机核实，两位同事复核后换绑，届时请用新手机号找回密码
      </Notice>
      <p className="entry-note">
        有疑问请致电 {BRAND.servicePhone}（{BRAND.serviceHours}），报上编号即可
      </p>
      <LinkButton variant="primary" block href={"/login" satisfies PortalPath}>
        回到登录
      </LinkButton>
    </div>
  );
}
