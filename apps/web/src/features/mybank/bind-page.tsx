import { CallRefused } from "@coralhub/contract";
import { addressOf } from "@coralhub/domain";
import { Facts, FormPage, Notice, PageSkeleton, Panel, toast, useBegun } from "@coralhub/ui";
import { CodeField, TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { SentTo } from "../../platform/sent-to.tsx";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { calls, holderQuery, refreshMybank } from "./mybank-calls.ts";
import "./mybank.css";

/** What was typed, what the server says to it, and the way on. */
function useBinding() {
  const [bankNo, setBankNo] = useState("");
  const [verificationCode, setCode] = useState("");
  const [problem, setProblem] = useState<{ field: "bankNo" | "code" | "above"; text: string }>();
  const refuse = (raised: unknown) => {
    if (raised === null) return setProblem(undefined);
    const inField = raised instanceof CallRefused ? raised.fields["bankNo"] : undefined;
    const isCode = raised instanceof CallRefused && raised.reason?.startsWith("identity.code") === true;
    setProblem({ field: inField ? "bankNo" : isCode ? "code" : "above", text: inField ?? (raised as Error).message });
  };
  const sms = useSentCode(() => calls.sendAccountCode({}), refuse);
  const bind = useMutation({
    mutationFn: () => calls.bindMybank({ bankNo, verificationCode, agreed: true }),
    onSuccess: async () => {
      toast.done("已提交，银行核对后通知您");
      goTo(addressOf("mybank"));
      await refreshMybank();
    },
    onError: refuse,
  });
  const typed = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setProblem(undefined);
  };
  const says = (field: "bankNo" | "code" | "above") => (problem?.field === field ? problem.text : undefined);
  return {
    bind,
    sms,
    says,
    isWhole: bankNo.trim() !== "" && verificationCode.length >= 6,
    number: { value: bankNo, error: says("bankNo"), onChange: typed(setBankNo) },
    code: { value: verificationCode, error: says("code"), onChange: typed(setCode) },
  };
}

/** /internetCommercialBank/login: the account, the code, and the consent to be looked up. */
export function BindMybankPage() {
  const { data: holder, error, isPending } = useQuery(holderQuery);
  const [agreed, setAgreed] = useState(false);
  const { bind, sms, says, isWhole, number, code } = useBinding();
  const above = says("above") ?? error?.message;
  if (!useBegun(!isPending)) return <PageSkeleton />;
  return (
    <FormPage
      title="绑定网商银行"
      intro="账户要与实名认证同名，银行核对后生效"
      back={{ label: "网商银行", to: addressOf("mybank") }}
      actions={{
        secondary: <Button onClick={() => goTo(addressOf("mybank"))}>取消</Button>,
        primary: (
          <Button
            type="primary"
            loading={bind.isPending}
            disabled={!agreed || !isWhole || !holder?.fits}
            onClick={() => bind.mutate()}
          >
            提交绑定
          </Button>
        ),
      }}
    >
      {above && <Notice tone="danger" title={above} />}
      {holder && (
        <Panel title="银行会核对的资料">
          <Facts
            facts={[
              { label: "户名", value: holder.holderName ?? "完成实名认证后可以绑定" },
              ...holder.people.slice(0, 3).map(({ name, role }) => ({ label: role, value: name })),
              ...holder.needs.map((text, at) => ({ label: `需要 ${at + 1}`, value: text })),
            ]}
          />
        </Panel>
      )}
      <Panel title="账户">
        <div className="mybank-form">
          <TextField label="网商银行账号" inputMode="numeric" {...number} />
          <CodeField
            label="短信验证码"
            hint={sms.sentTo && <SentTo to={sms.sentTo} />}
            {...code}
            {...sms.field}
            onSend={sms.askAtOnce}
          />
          <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
            同意把户名和账号交给网商银行核对
          </Checkbox>
        </div>
      </Panel>
    </FormPage>
  );
}
