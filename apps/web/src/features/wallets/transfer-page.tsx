import { CallRefused, type WalletOverview, type WalletTransfer } from "@coralhub/contract";
import {
  addressOf,
  CURRENCIES,
  formatMoney,
  toCurrency,
  walletTransferLifecycle,
  type Currency,
  type PaperLanguage,
  readAmount,
} from "@coralhub/domain";
import {
  amountText,
  ErrorState,
  Facts,
  FormPage,
  HelpAside,
  moneyText,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  ResultPage,
  toast,
} from "@coralhub/ui";
import { Button as LightButton, CodeField, TextField } from "@coralhub/ui/light";
import { goTo, saveFile, useUrlState } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { SentTo } from "../../platform/sent-to.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { overviewQuery, walletCalls, refreshWallet, transferQuery } from "./wallets-calls.ts";
import "./wallets.css";

const BACK = { label: "多币种钱包", to: addressOf("wallet") };

/** /moreToken/transfer: to another merchant's wallet, by number and name, confirmed with a code. */
export function WalletTransferPage() {
  const asked = new URLSearchParams(useUrlState().search);
  const id = asked.get("id");
  const { data, error, isFetching, refetch } = useQuery(overviewQuery);
  if (id) return <OneTransfer key={id} id={id} />;
  if (data) return <NewTransfer overview={data} wanted={toCurrency(asked.get("currency") ?? "")} />;
  if (!error) return <PageSkeleton />;
  const { message, reference } = failureOf(error);
  return (
    <>
      <PageHeader title="转给其他商户" back={BACK} />
      <Panel>
        <ErrorState
          title="没能打开转账"
          onRetry={() => void refetch()}
          retrying={isFetching}
          {...(reference && { reference })}
        >
          {message}
        </ErrorState>
      </Panel>
    </>
  );
}

function useTransferForm(currency: Currency) {
  return useForm({
    initial: { number: "", name: "", amount: "", note: "" },
    rules: {
      number: (text) => (text.replaceAll(/\s/g, "").length === 12 ? undefined : "请填写对方 12 位钱包号"),
      name: (text) => (text.trim().length >= 2 ? undefined : "请填写对方的认证户名"),
      amount: (text) =>
        readAmount(text, currency).amount ? undefined : (readAmount(text, currency).problem ?? "请填写转账金额"),
    },
    places: { "wallet.payee_unknown": "number", "wallet.payee_self": "number" },
    submit: async ({ number, name, amount, note }): Promise<unknown> => {
      const money = readAmount(amount, currency).amount!;
      const { id } = await walletCalls.applyWalletTransfer({ number, name, amount: money, note });
      goTo(addressOf("walletTransfer", { id }));
      return undefined;
    },
  });
}

function NewTransfer({ overview, wanted }: { overview: WalletOverview; wanted: Currency | undefined }) {
  const first = overview.wallets.find(({ available }) => available.minor > 0n)?.currency ?? "USD";
  const [currency, setCurrency] = useState<Currency>(wanted ?? first);
  const form = useTransferForm(currency);
  return (
    <form {...form.props}>
      <FormPage
        title="转给其他商户"
        intro="从您的钱包到对方的珊瑚汇钱包，实时到账，不收费"
        back={BACK}
        side={
          <HelpAside title="转账前核对">
            <ul className="wallet-rules">
              <li>钱包号在对方「钱包账户」页，12 位数字</li>
              <li>户名是对方实名认证的名称，与钱包号不符不能转</li>
              <li>确认后马上到对方钱包，不能撤回</li>
            </ul>
          </HelpAside>
        }
        actions={{
          secondary: <Button onClick={() => goTo(addressOf("wallet"))}>取消</Button>,
          primary: (
            <Button type="primary" htmlType="submit" loading={form.busy}>
              下一步
            </Button>
          ),
        }}
      >
        {form.message && <Notice tone="danger" title={form.message} />}
        <Panel title="收款人">
          <div className="wallet-dialog">
            <TextField label="钱包号" inputMode="numeric" autoComplete="off" mono {...form.bind("number")} />
            <TextField label="认证户名" autoComplete="off" {...form.bind("name")} />
          </div>
        </Panel>
        <AmountPanel overview={overview} currency={currency} onCurrency={setCurrency} bind={form.bind} />
      </FormPage>
    </form>
  );
}

type AmountProps = {
  overview: WalletOverview;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
  bind: ReturnType<typeof useTransferForm>["bind"];
};

function AmountPanel({ overview, currency, onCurrency, bind }: AmountProps) {
  const available = overview.wallets.find((row) => row.currency === currency)?.available;
  return (
    <Panel title="金额">
      <div className="wallet-dialog">
        <div className="wallet-field">
          <span aria-hidden="true">币种</span>
          <Select
            aria-label="币种"
            value={currency}
            onChange={onCurrency}
            options={overview.wallets.map((row) => ({
              value: row.currency,
              label: `${CURRENCIES[row.currency].name} ${row.currency}`,
            }))}
          />
        </div>
        <TextField
          label="转账金额"
          inputMode="decimal"
          autoComplete="off"
          prefix={currency}
          hint={available ? `钱包可用 ${amountText(formatMoney(available), currency)}` : "钱包里没有这个币种"}
          {...bind("amount")}
        />
        <TextField label="附言" optional maxLength={60} {...bind("note")} />
      </div>
    </Panel>
  );
}

function OneTransfer({ id }: { id: string }) {
  const { data, error } = useQuery(transferQuery(id));
  if (data) return data.may.verify ? <Verify transfer={data} /> : <Result transfer={data} />;
  if (!error) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="钱包转账" back={BACK} />
      <Notice tone="danger" title={error.message} />
    </>
  );
}

const WORDS: Record<WalletTransfer["kind"], { other: string; arrived: string; done: string }> = {
  funding: { other: "收款账户", arrived: "钱包收到", done: "已转入钱包" },
  sent: { other: "收款人", arrived: "对方收到", done: "已到对方钱包" },
  received: { other: "付款人", arrived: "钱包收到", done: "已到账" },
};
const factsOf = ({ kind, other, otherNumber, amount, fee, note }: WalletTransfer) => [
  { label: WORDS[kind].other, value: other },
  ...(otherNumber ? [{ label: "钱包号", value: otherNumber }] : []),
  { label: "转账金额", value: <MoneyOf value={amount} /> },
  { label: "手续费", value: <MoneyOf value={fee} /> },
  { label: WORDS[kind].arrived, value: <MoneyOf value={amount} /> },
  ...(note ? [{ label: "附言", value: note }] : []),
];

function Verify({ transfer }: { transfer: WalletTransfer }) {
  const { id, amount, expiresAt } = transfer;
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: { "identity.code_wrong": "verifyCode", "identity.code_dead": "verifyCode" },
    submit: async ({ verifyCode }): Promise<unknown> => {
      await walletCalls.confirmWalletTransfer({ id, verifyCode });
      return refreshWallet();
    },
  });
  const sms = useSentCode(() => walletCalls.sendWalletCode({ id }), form.refuse);
  const cancel = useMutation({
    mutationFn: () => walletCalls.cancelWalletTransfer({ id }),
    onSuccess: async () => {
      toast.done("已取消，没有扣款");
      goTo(addressOf("wallet"));
      await refreshWallet();
    },
    onError: (error) => form.setMessage(error instanceof CallRefused ? error.message : "请求失败，请重试"),
  });
  return (
    <>
      <PageHeader title="确认转账" back={BACK} />
      <div className="wallet-verify">
        <Panel title="转账明细">
          <Facts facts={factsOf(transfer)} />
        </Panel>
        <Panel title="短信验证" intro={expiresAt ? `请在 ${inTable(expiresAt)} 前确认，确认前没有扣款` : undefined}>
          <form className="wallet-dialog" {...form.props}>
            {form.message && <Notice tone="danger" title={form.message} />}
            <CodeField
              label="短信验证码"
              hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这个收款人和金额有效"}
              {...form.bind("verifyCode")}
              {...sms.field}
              onSend={sms.askAtOnce}
            />
            <div className="wallet-buttons">
              <LightButton onClick={() => cancel.mutate()} loading={cancel.isPending}>
                取消转账
              </LightButton>
              <LightButton type="submit" variant="primary" loading={form.busy}>
                确认转账 {moneyText(formatMoney(amount), amount.currency)}
              </LightButton>
            </div>
          </form>
        </Panel>
      </div>
    </>
  );
}

function Result({ transfer }: { transfer: WalletTransfer }) {
  const { id, kind, state, amount, timeline } = transfer;
  const done = state === "completed";
  const receipt = useMutation({
    mutationFn: (language: PaperLanguage) => walletCalls.walletReceipt({ id, language }),
    onSuccess: saveFile,
  });
  return (
    <ResultPage
      sign={done ? "done" : "travelling"}
      title={done ? WORDS[kind].done : walletTransferLifecycle.states[state].label}
      amount={<MoneyOf value={amount} size="figure" />}
      promise={null}
      facts={factsOf(transfer)}
      next={timeline.map(({ label, at }, index) => ({
        title: label,
        when: inTable(at),
        state: index === timeline.length - 1 ? "current" : "done",
      }))}
      primary={
        <Button type="primary" onClick={() => goTo(addressOf("wallet"))}>
          回到钱包
        </Button>
      }
      secondary={
        done && (
          <>
            <Button loading={receipt.isPending} onClick={() => receipt.mutate("zh")}>
              下载回单
            </Button>
            <Button loading={receipt.isPending} onClick={() => receipt.mutate("en")}>
              英文回单
            </Button>
          </>
        )
      }
    />
  );
}
