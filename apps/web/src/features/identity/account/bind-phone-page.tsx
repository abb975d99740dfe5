import { addressOf } from "@coralhub/domain";
import { Link, Notice, PageHeader, Panel, RefusedState } from "@coralhub/ui";
import { Button, CodeField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "../../../platform/account.ts";
import { Dotted } from "../../../platform/dotted.tsx";
import { useDraft } from "../../../platform/drafts.ts";
import { useForm } from "../../../platform/use-form.ts";
import { LoginNameField } from "../entry/login-name-field.tsx";
import { SentTo } from "../../../platform/sent-to.tsx";
import { codeMistake, mobileMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode } from "../../../platform/use-sent-code.ts";
import { identity, refreshAccount } from "./account-queries.ts";
import "./account.css";

export function BindPhonePage() {
  const { data: account } = useQuery(accountQuery);
  return (
    <div className="narrow-page">
      <PageHeader title="绑定手机" intro="付款和提现的验证码会发到这部手机" />
      <Panel>
        {account?.mobile ? (
          <RefusedState
            title={
              <>
                您已绑定 <Dotted text={account.mobile} />
              </>
            }
            action={
              <Link to={addressOf("alterPhone")} className="small-button">
                修改手机
              </Link>
            }
          >
            需要换一个号码时，请前往「修改手机」
          </RefusedState>
        ) : (
          <BindPhoneForm />
        )}
      </Panel>
    </div>
  );
}

function BindPhoneForm() {
  const draft = useDraft("bindPhone", { mobile: "" });
  const form = useForm({
    initial: { mobile: draft.values.mobile, verifyCode: "", ownCode: "" },
    rules: { mobile: mobileMistake, verifyCode: codeMistake, ownCode: codeMistake },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.mobile_taken": "mobile",
      "identity.mobile_invalid": "mobile",
    },
    onChange: (name, mobile) => name === "mobile" && draft.change({ mobile }),
    submit: async (fields) => {
      await identity.bindMobile(fields);
      draft.forget();
      await refreshAccount();
      goTo(addressOf("done", { of: "bindMobile" }));
    },
  });
  const own = useSentCode(() => identity.sendStepUpCode({}), form.refuse);
  const code = useSentCode(() => identity.sendBindMobileCode({ mobile: form.fields.mobile }), form.refuse);
  return (
    <form className="compact account-form" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      <LoginNameField label="手机号" autoComplete="tel" inputMode="tel" {...form.bind("mobile")} />
      <CodeField
        label="短信验证码"
        hint={code.sentTo && <SentTo to={code.sentTo} />}
        {...form.bind("verifyCode")}
        {...code.field}
        onSend={() => form.check("mobile") && code.askAtOnce()}
      />
      <CodeField
        label="已绑定邮箱收到的验证码"
        hint={own.sentTo ? <SentTo to={own.sentTo} /> : "确认是您本人在绑定"}
        {...form.bind("ownCode")}
        {...own.field}
        onSend={own.askAtOnce}
      />
      <div className="account-buttons">
        <Button type="submit" variant="primary" loading={form.busy}>
          绑定手机
        </Button>
      </div>
    </form>
  );
}
