import type { PayoutOverview } from "@coralhub/contract";
import {
  BANK_FIELDS,
  bankOfCnaps,
  mainlandAccountProblem,
  plainNumber,
  type CertificationKind,
} from "@coralhub/domain";
import { Notice, Panel, toast } from "@coralhub/ui";
import { Button, CodeField, TextField } from "@coralhub/ui/light";
import { SentTo } from "../../platform/sent-to.tsx";
import { codeSlip } from "../../platform/slips.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { formCalls, refreshPayouts } from "./payouts-calls.ts";

type Props = { overview: PayoutOverview; onBound: () => void; onBack?: (() => void) | undefined };
const { bankCode: codeField, accountNumber: numberField } = BANK_FIELDS.CN;

function useBinding(kind: CertificationKind, onBound: () => void) {
  const form = useForm({
    initial: { accountNumber: "", bankCode: "", bankName: "", verifyCode: "" },
    rules: {
      accountNumber: (text) => mainlandAccountProblem(plainNumber(text), kind),
      bankCode: (text) => (codeField.pattern.test(plainNumber(text)) ? undefined : codeField.message),
      bankName: (text) => (text.trim().length < 2 ? "请填写开户银行" : undefined),
      verifyCode: codeSlip,
    },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.code_too_soon": "verifyCode",
      "identity.code_day_limit": "verifyCode",
    },
    onChange: (name, value) => {
      const bank = name === "bankCode" ? bankOfCnaps(plainNumber(value)) : undefined;
      if (bank) form.change("bankName", bank.name);
    },
    submit: async (fields) => {
      await formCalls.bindCiticAccount({
        ...fields,
        accountNumber: plainNumber(fields.accountNumber),
        bankCode: plainNumber(fields.bankCode),
      });
      toast.done("已绑定银行账户");
      await refreshPayouts();
      onBound();
    },
  });
  return { form, sms: useSentCode(() => formCalls.sendBankCode({}), form.refuse) };
}

/** The account the money goes to: in the certified name, proven by a code. */
export function BankAccountForm({ overview: { holderName, holderKind }, onBound, onBack }: Props) {
  const { form, sms } = useBinding(holderKind ?? "person", onBound);
  return (
    <Panel title="绑定收款银行账户" intro="提现只能到本人或本企业的人民币账户，户名与实名认证一致">
      <form className="withdraw-form" {...form.props}>
        {form.message && <Notice tone="danger" title={form.message} />}
        <TextField label="户名" value={holderName ?? ""} readOnly hint="来自实名认证，不能修改" />
        <TextField
          label={numberField.label}
          placeholder={numberField.placeholder}
          inputMode="numeric"
          mono
          maxLength={40}
          autoComplete="off"
          {...form.bind("accountNumber")}
        />
        <TextField
          label={codeField.label}
          placeholder={codeField.placeholder}
          inputMode="numeric"
          mono
          maxLength={20}
          autoComplete="off"
          {...form.bind("bankCode")}
        />
        <TextField label="开户银行" placeholder="填写联行号后自动带出" maxLength={60} {...form.bind("bankName")} />
        <CodeField
          label="短信验证码"
          hint={sms.sentTo && <SentTo to={sms.sentTo} />}
          {...form.bind("verifyCode")}
          {...sms.field}
          onSend={sms.askAtOnce}
        />
        <div className="withdraw-buttons">
          {onBack && <Button onClick={onBack}>返回</Button>}
          <Button type="submit" variant="primary" loading={form.busy}>
            绑定
          </Button>
        </div>
      </form>
    </Panel>
  );
}
