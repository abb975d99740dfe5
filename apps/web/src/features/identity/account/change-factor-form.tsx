import { addressOf } from "@coralhub/domain";
import { Notice } from "@coralhub/ui";
import { Button, CodeField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useState, type ReactNode } from "react";
import { useDraft } from "../../../platform/drafts.ts";
import { inTable } from "../../../platform/show.tsx";
import { useForm } from "../../../platform/use-form.ts";
import { SentTo } from "../../../platform/sent-to.tsx";
import { codeMistake } from "../../../platform/typing-mistakes.ts";
import { useSentCode, type SentCode } from "../../../platform/use-sent-code.ts";
import { keepToken, refreshAccount } from "./account-queries.ts";

type Answer = { status: "changed" | "waiting"; effectiveAt: Date | null; token: string | null };
export type FactorWords = {
  /** 「手机」 */
  factor: string;
  draft: string;
  oldLabel: string;
  newCodeLabel: string;
  lost: string;
  submit: string;
  /** What was finished, for the page that says so. */
  success: "mobile" | "email";
};
type Fields = { value: string; oldCode: string; newCode: string };
type Bound = ReturnType<ReturnType<typeof useForm<Fields>>["bind"]>;
type Props = {
  words: FactorWords;
  check: (value: string) => string | undefined;
  sendOld: () => Promise<SentCode>;
  sendNew: (value: string) => Promise<SentCode>;
  change: (value: string, newCode: string, oldCode: string | undefined) => Promise<Answer>;
  field: (input: Bound) => ReactNode;
  /** Asked before a code goes out: why this value cannot be used, if so. */
  lookUp?: (value: string) => Promise<string | null>;
};

/** Replacing a phone or an e-mail: with the old one at once, without it after a waiting period. */
function useFactorChange({ words, check, sendOld, sendNew, change, lookUp }: Props) {
  const draft = useDraft(words.draft, { value: "" });
  const [lost, setLost] = useState(false);
  const [waiting, setWaiting] = useState<Date | null>(null);
  const form = useForm<Fields>({
    initial: { value: draft.values.value, oldCode: "", newCode: "" },
    rules: { ...(!lost && { oldCode: codeMistake }), value: check, newCode: codeMistake },
    places: {
      "identity.code_wrong": "newCode",
      "identity.code_dead": "newCode",
      "identity.mobile_taken": "value",
      "identity.mobile_invalid": "value",
      "identity.email_taken": "value",
      "identity.email_invalid": "value",
      "identity.same_factor": "value",
    },
    onChange: (name, value) => name === "value" && draft.change({ value }),
    submit: async ({ value, oldCode, newCode }) => {
      const answer = await change(value, newCode, lost ? undefined : oldCode);
      keepToken(answer);
      draft.forget();
      await refreshAccount();
      if (answer.status === "waiting") setWaiting(answer.effectiveAt);
      else goTo(addressOf("done", { of: words.success }));
    },
  });
  const askNew = async () => {
    if (!form.check("value")) return;
    const taken = await lookUp?.(form.fields.value).catch(form.refuse);
    if (taken) form.put("value", taken);
    else newSent.askAtOnce();
  };
  const oldSent = useSentCode(sendOld, form.refuse);
  const newSent = useSentCode(() => sendNew(form.fields.value), form.refuse);
  return { form, oldSent, newSent, askNew, lost, setLost, waiting };
}

export function ChangeFactorForm(props: Props) {
  const { words, field } = props;
  const { form, oldSent, newSent, askNew, lost, setLost, waiting } = useFactorChange(props);
  if (waiting)
    return (
      <Notice tone="warning" title={`申请已收到，${inTable(waiting)} 生效`}>
        这段时间原来的{words.factor}仍可登录，并会收到提醒。在「基本信息」里可以随时取消
      </Notice>
    );
  return (
    <form className="compact account-form" {...form.props}>
      {form.message && <Notice tone="danger" title={form.message} />}
      {lost ? (
        <Notice tone="warning" title="没有原来的验证码，更换需要等待">
          <TextLink onClick={() => setLost(false)}>我能收到，改用验证码</TextLink>
        </Notice>
      ) : (
        <CodeField
          label={words.oldLabel}
          hint={oldSent.sentTo && <SentTo to={oldSent.sentTo} />}
          {...form.bind("oldCode")}
          {...oldSent.field}
          onSend={oldSent.askAtOnce}
          aside={<TextLink onClick={() => setLost(true)}>{words.lost}</TextLink>}
        />
      )}
      {field(form.bind("value"))}
      <CodeField
        label={words.newCodeLabel}
        hint={newSent.sentTo && <SentTo to={newSent.sentTo} />}
        {...form.bind("newCode")}
        {...newSent.field}
        onSend={() => void askNew()}
      />
      <div className="account-buttons">
        <Button type="submit" variant="primary" loading={form.busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}

const TextLink = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className="text-link" onClick={onClick}>
    {children}
  </button>
);
