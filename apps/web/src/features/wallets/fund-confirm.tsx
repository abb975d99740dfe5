import type { WalletSource } from "@coralhub/contract";
import { addressOf, formatMoney, SWEEP_RHYTHMS, type Money, type SweepRhythm } from "@coralhub/domain";
import { Facts, moneyText, Notice, toast } from "@coralhub/ui";
import { Button as LightButton, CodeField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useEffect, type ReactNode } from "react";
import { SentTo } from "../../platform/sent-to.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode, type SentCode } from "../../platform/use-sent-code.ts";
import { walletCalls, refreshWallet } from "./wallets-calls.ts";

/** What is to be confirmed: one amount, or a rule. */
export type FundingRequest =
  | { kind: "once"; amount: Money; after: Money }
  | { kind: "rule"; keep: Money; rhythm: SweepRhythm };

type ConfirmProps = {
  facts: readonly { label: string; value: ReactNode }[];
  hint: string;
  send: () => Promise<SentCode>;
  submit: (verifyCode: string) => Promise<unknown>;
  confirm: string;
  onBack: () => void;
};

/** What was agreed on, the code from the phone, and the way back to what was typed. */
function Confirm({ facts, hint, send, submit, confirm, onBack }: ConfirmProps) {
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: { "identity.code_wrong": "verifyCode", "identity.code_dead": "verifyCode" },
    submit: ({ verifyCode }) => submit(verifyCode),
  });
  const sms = useSentCode(send, form.refuse);
  // The button that led here is gone: whoever uses the keyboard goes on where the code is asked for.
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector("button")?.focus(), [ref]);
  return (
    <form className="wallet-dialog" {...form.props}>
      <Facts facts={facts} />
      {form.message && <Notice tone="danger" title={form.message} />}
      <CodeField
        label="短信验证码"
        hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : hint}
        {...form.bind("verifyCode")}
        {...sms.field}
        onSend={sms.askAtOnce}
      />
      <div className="wallet-buttons">
        <LightButton onClick={onBack}>返回修改</LightButton>
        <LightButton type="submit" variant="primary" loading={form.busy}>
          {confirm}
        </LightButton>
      </div>
    </form>
  );
}

type Props<W> = {
  source: WalletSource;
  request: W;
  /** What the last code was sent for, and that one was sent: whoever went back and changed it needs another. */
  sentFor: string | undefined;
  onSent: (about: string) => void;
  onBack: () => void;
};

/** What the field says until a code is sent; `sending` remembers what it is for. */
function codeFor({ sentFor, onSent }: Pick<Props<unknown>, "sentFor" | "onSent">, about: string, hint: string) {
  const isOther = sentFor !== undefined && sentFor !== about;
  return {
    hint: isOther ? "账户或金额已改，需要新的验证码" : hint,
    sending: async (send: Promise<SentCode>) => {
      const sent = await send;
      onSent(about);
      return sent;
    },
  };
}

export function ConfirmFunding({
  source: { accountId, name },
  request: { amount, after },
  onBack,
  onDone,
  ...past
}: Props<Extract<FundingRequest, { kind: "once" }>> & { onDone: () => void }) {
  const { hint, sending } = codeFor(past, `once ${accountId} ${amount.minor}`, "验证码只对这个账户和金额有效");
  return (
    <Confirm
      facts={[
        { label: "收款账户", value: name },
        { label: "转入金额", value: <MoneyOf value={amount} /> },
        { label: "手续费", value: "自己账户之间，不收费" },
        { label: "到账", value: "马上" },
        { label: "转入后钱包可用", value: <MoneyOf value={after} /> },
      ]}
      hint={hint}
      send={() => sending(walletCalls.sendFundingCode({ accountId, amount }))}
      submit={async (verifyCode) => {
        const { id } = await walletCalls.fundWallet({ accountId, amount, verifyCode });
        onDone();
        goTo(addressOf("walletTransfer", { id }));
        await refreshWallet();
      }}
      confirm={`转入 ${moneyText(formatMoney(amount), amount.currency)}`}
      onBack={onBack}
    />
  );
}

export function ConfirmRule({
  source: { accountId, name },
  request: { keep, rhythm },
  onBack,
  ...past
}: Props<Extract<FundingRequest, { kind: "rule" }>>) {
  const about = `rule ${accountId} ${keep.minor} ${rhythm}`;
  const { hint, sending } = codeFor(past, about, "只在设置时验证，以后自动转入不再要验证码");
  return (
    <Confirm
      facts={[
        { label: "收款账户", value: name },
        { label: "什么时候", value: SWEEP_RHYTHMS[rhythm] },
        { label: "账户里留下", value: keep.minor > 0n ? <MoneyOf value={keep} /> : "不留，全部转入" },
        { label: "手续费", value: "自己账户之间，不收费" },
      ]}
      hint={hint}
      send={() => sending(walletCalls.sendSweepCode({ accountId, keep, rhythm }))}
      submit={async (verifyCode) => {
        try {
          await walletCalls.setSweep({ accountId, keep, rhythm, verifyCode });
          toast.done("自动转入已生效");
          onBack();
        } finally {
          // Whatever became of it, the page behind asks what counts.
          await refreshWallet();
        }
      }}
      confirm="开启自动转入"
      onBack={onBack}
    />
  );
}
