import { addressOf, formatMoney, type CardWithdrawalTarget, type Money } from "@coralhub/domain";
import { FormPage, Link, Notice, PageHeader, Panel, ResultPage, toast } from "@coralhub/ui";
import { Button as LightButton, CodeField, TextField } from "@coralhub/ui/light";
import { goTo } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { SentTo } from "../../platform/sent-to.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { WaitingPage } from "../../platform/waiting-page.tsx";
import { cnyAccountQuery, calls, refreshCards, sourcesQuery, walletQuery } from "./cards-calls.ts";
import { SourceChoice } from "./source-choice.tsx";
import { CARD_PATHS, readAmount } from "./words.ts";
import "./cards.css";

type Applied = { id: string; amount: Money; to: string };

/** /vcc/wallet/withdraw: back to a receiving account or the wallet, confirmed by a code. */
export function WithdrawFromCardsPage() {
  const [applied, setApplied] = useState<Applied>();
  const [done, setDone] = useState<Applied>();
  if (done)
    return (
      <ResultPage
        sign="done"
        title="已转出"
        amount={<MoneyOf value={done.amount} size="figure-xl" />}
        promise={`到${done.to}`}
        primary={
          <Button type="primary" onClick={() => goTo(addressOf("cardWallet", { view: "withdrawals" }))}>
            查看记录
          </Button>
        }
      />
    );
  return applied ? (
    <Confirm applied={applied} onDone={() => setDone(applied)} />
  ) : (
    <WithdrawForm onApplied={setApplied} />
  );
}

const WAITING = { title: "从卡钱包转出", back: { label: "卡钱包", to: CARD_PATHS.wallet }, what: "转出" };

function WithdrawForm({ onApplied }: { onApplied: (applied: Applied) => void }) {
  const wallet = useQuery(walletQuery);
  const sources = useQuery(sourcesQuery);
  const [chosen, setChosen] = useState("wallet");
  const [text, setText] = useState("");
  const { amount, problem } = readAmount(text);
  const apply = useMutation({
    mutationFn: (money: Money) => {
      const target: CardWithdrawalTarget = chosen === "wallet" ? "wallet" : "collection";
      return calls.withdrawFromCards({ target, bankAccountId: target === "wallet" ? null : chosen, money });
    },
    onSuccess: ({ id }, money) => {
      const source = sources.data?.find(({ accountId }) => accountId === chosen);
      onApplied({ id, amount: money, to: source ? `收款账户尾号 ${source.name.slice(-4)}` : "多币种钱包" });
    },
  });
  if (!wallet.data || !sources.data) return <WaitingPage {...WAITING} queries={[wallet, sources]} />;
  const { available } = wallet.data;
  const tooMuch = amount && amount.minor > available.minor ? "超过卡钱包余额" : undefined;
  return (
    <FormPage
      title="从卡钱包转出"
      intro="转回收款账户或多币种钱包，或直接提到银行账户"
      back={{ label: "卡钱包", to: CARD_PATHS.wallet }}
      actions={{
        note: (
          <>
            可用 <MoneyOf value={available} />
          </>
        ),
        secondary: <Button onClick={() => goTo(CARD_PATHS.wallet)}>取消</Button>,
        primary: (
          <Button
            type="primary"
            loading={apply.isPending}
            disabled={!amount || tooMuch !== undefined}
            onClick={() => amount && apply.mutate(amount)}
          >
            下一步
          </Button>
        ),
      }}
    >
      <div className="card-stack">
        {apply.error && <Notice tone="danger" title={apply.error.message} />}
        <Panel flush title="转到哪里">
          <SourceChoice label="转到哪里" sources={sources.data} chosen={chosen} onChoose={setChosen} />
        </Panel>
        <ToBank currency={available.currency} />
        <Panel title="转出金额">
          <TextField
            label="金额"
            inputMode="decimal"
            prefix={available.currency}
            value={text}
            error={problem ?? tooMuch}
            onChange={(event) => setText(event.target.value)}
            suffix={
              <button type="button" className="lk-text-button" onClick={() => setText(formatMoney(available))}>
                全部
              </button>
            }
          />
        </Panel>
      </div>
    </FormPage>
  );
}

/** A withdrawal like any other, to the account that is bound for it. */
function ToBank({ currency }: { currency: Money["currency"] }) {
  const { data: own } = useQuery(cnyAccountQuery);
  const account = own ? `${own.bankName} 尾号 ${own.lastFour}` : "您自己的银行账户";
  return (
    <Panel
      title="直接提到银行"
      intro={`从卡钱包提到${account}，手续费、汇率和到账时间在下一步比较`}
      action={<Link to={addressOf("withdraw", { account: `card_wallet:${currency}` })}>去提现</Link>}
    />
  );
}

function Confirm({ applied, onDone }: { applied: Applied; onDone: () => void }) {
  const { id, amount, to } = applied;
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.code_too_soon": "verifyCode",
      "identity.code_day_limit": "verifyCode",
    },
    submit: async ({ verifyCode }) => {
      await calls.confirmCardWithdrawal({ id, verifyCode });
      toast.done("已转出");
      await refreshCards();
      onDone();
    },
  });
  const sms = useSentCode(() => calls.sendCardWithdrawalCode({ id }), form.refuse);
  const cancel = useMutation({
    mutationFn: () => calls.cancelCardWithdrawal({ id }),
    onSuccess: async () => {
      toast.done("已取消，没有扣款");
      goTo(CARD_PATHS.wallet);
      await refreshCards();
    },
    onError: (error) => form.setMessage(error.message),
  });
  return (
    <>
      <PageHeader title="确认转出" intro={`到${to}`} back={{ label: "卡钱包", to: CARD_PATHS.wallet }} />
      <Panel title="短信验证" intro="验证码只对这个去向和金额有效">
        <form className="card-form" {...form.props}>
          {form.message && <Notice tone="danger" title={form.message} />}
          <MoneyOf value={amount} size="figure" />
          <CodeField
            label="短信验证码"
            hint={sms.sentTo && <SentTo to={sms.sentTo} />}
            {...form.bind("verifyCode")}
            {...sms.field}
            onSend={sms.askAtOnce}
          />
          <div className="card-buttons">
            <LightButton onClick={() => cancel.mutate()} loading={cancel.isPending}>
              取消转出
            </LightButton>
            <LightButton type="submit" variant="primary" loading={form.busy}>
              确认转出
            </LightButton>
          </div>
        </form>
      </Panel>
    </>
  );
}
