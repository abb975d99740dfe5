import type { PayoutOverview } from "@coralhub/contract";
import { addressOf, formatMoney, PAYOUT_KINDS, type PayoutKind } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  FormPage,
  HelpAside,
  Masked,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  RefusedState,
} from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { goTo, useUrlState } from "@coralhub/ui/browser";
import { useQuery } from "@tanstack/react-query";
import { Button, Radio } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { useProveAgain } from "../../platform/prove-again.tsx";
import { QuotaNotice } from "../../platform/quota-notice.tsx";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { overviewQuery, pairQuery, type Channel } from "./payouts-calls.ts";
import { NO_TERMS, TermsPanel } from "./terms-panel.tsx";
import { useOrder, type Asked, type OrderState, type Terms } from "./use-order.ts";
import { WaysTable } from "./ways-table.tsx";
import { rateText } from "./words.ts";
import "./payouts.css";

const labelOf = (channel: Channel): string => (channel === "mybank" ? "网商银行提现" : PAYOUT_KINDS[channel].label);
const INTRO: Record<Channel, string> = {
  withdrawal: "提到您自己的银行账户。各种方式到账多少、何时到账，选择前都会列明",
  supplier: "付给供应商。各种方式到账多少、何时到账，选择前都会列明",
  service: "付给服务商。各种方式到账多少、何时到账，选择前都会列明",
  mybank: "经网商银行提到已绑定的账户，截止时间前提交当日到账",
  seller: "付给卖家。各种方式到账多少、何时到账，选择前都会列明",
};
/** Whose money: any account's, or the wallet's alone. */
type From = "any" | "wallet";
const BACK = {
  any: { label: "付款记录", to: addressOf("payouts") },
  wallet: { label: "钱包付款", to: addressOf("walletPayments") },
} as const;

/** One form for every kind: from where, how much, to whom, by which way. */
export function PayPage({ kind, from = "any", bank }: { kind: PayoutKind; from?: From; bank?: "mybank" }) {
  const channel = bank ?? kind;
  const { data, error, refetch, isFetching } = useQuery(overviewQuery(channel, from));
  const asked = new URLSearchParams(useUrlState().search);
  const label = labelOf(channel);
  const header = <PageHeader title={label} back={BACK[from]} />;
  if (!data)
    return error ? (
      <>
        {header}
        <Panel>
          <ErrorState
            title={`没能打开${label}`}
            onRetry={() => void refetch()}
            retrying={isFetching}
            reference={failureOf(error).reference}
          >
            {error.message}
          </ErrorState>
        </Panel>
      </>
    ) : (
      <PageSkeleton />
    );
  if (!data.certified)
    return (
      <>
        {header}
        <Panel>
          <RefusedState
            title={`完成实名认证后可以${kind === "withdrawal" ? "提现" : "付款"}`}
            needs={[{ text: "通过实名认证，约 10 分钟", done: false }]}
            action={
              <Button type="primary" onClick={() => goTo(addressOf("certification"))}>
                去认证
              </Button>
            }
          >
            认证通过前余额一直在您的账户里
          </RefusedState>
        </Panel>
      </>
    );
  if (data.accounts.length === 0)
    return (
      <>
        {header}
        <Panel>
          <NoSource from={from} />
        </Panel>
      </>
    );
  if (!data.open)
    return (
      <>
        {header}
        <Notice tone="warning" title="银行通道暂停付款">
          资金安全不受影响，恢复后可以继续，请稍后再来
        </Notice>
      </>
    );
  const wanted = { account: asked.get("account"), payee: asked.get("payee"), amount: asked.get("amount") };
  return <OrderForm kind={kind} channel={channel} from={from} overview={data} asked={wanted} />;
}

const NoSource = ({ from }: { from: From }) =>
  from === "wallet" ? (
    <EmptyState
      title="钱包里还没有余额"
      action={<Button onClick={() => goTo(addressOf("wallet"))}>从收款账户转入</Button>}
    >
      转入钱包后，可以从这里付款
    </EmptyState>
  ) : (
    <EmptyState
      title="还没有可以付款的账户"
      action={<Button onClick={() => goTo(addressOf("accounts"))}>查看收款账户</Button>}
    >
      绑定店铺、开通收款账户并收到款后，可以从这里付款
    </EmptyState>
  );

type FormProps = {
  kind: PayoutKind;
  channel: Channel;
  from: From;
  overview: PayoutOverview;
  asked: Asked;
};
function OrderForm({ kind, channel, from, overview, asked }: FormProps) {
  const { withProof, dialog } = useProveAgain();
  const [terms, setTerms] = useState<Terms>(NO_TERMS);
  const order = useOrder(channel, overview, asked, withProof, terms.scheduledFor);
  const back = BACK[from];
  const { account, chosen } = order;
  return (
    <FormPage
      title={labelOf(channel)}
      intro={INTRO[channel]}
      back={back}
      side={<Rules order={order} />}
      actions={{
        note: chosen?.price && (
          <>
            预计到账 <MoneyOf value={chosen.price.arrives} />，{chosen.arrivesOn}
          </>
        ),
        secondary: <Button onClick={() => goTo(back.to)}>取消</Button>,
        primary: (
          <Button
            type="primary"
            loading={order.busy}
            disabled={
              account.problem !== null ||
              order.isPricing ||
              (terms.scheduledFor === null && order.missingQuota.length > 0)
            }
            onClick={() => order.next(terms)}
          >
            下一步
          </Button>
        ),
      }}
    >
      {order.above && <Notice tone="danger" title={order.above} />}
      {terms.scheduledFor === null && <QuotaNotice missing={order.missingQuota} />}
      <Sources overview={overview} order={order} />
      <Payees kind={kind} channel={channel} from={from} overview={overview} order={order} />
      {order.split ? <SplitPanel order={order} /> : <AmountPanel order={order} />}
      {order.offers?.length !== 0 && (
        <Panel title="怎么走" intro="同一笔钱，按现在的报价逐项对照">
          <WaysTable
            offers={order.offers}
            chosen={chosen?.way}
            onChoose={order.chooseWay}
            elsewhere={order.elsewhere}
            onElsewhere={order.chooseElsewhere}
          />
        </Panel>
      )}
      <TermsPanel kind={kind} payee={order.payee} terms={terms} onChange={setTerms} />
      {dialog}
    </FormPage>
  );
}

function Sources({ overview, order }: { overview: PayoutOverview; order: OrderState }) {
  return (
    <Panel flush title="从哪个账户">
      <Radio.Group
        className="withdraw-accounts"
        aria-label="从哪个账户"
        value={order.account.accountId}
        onChange={(event) => order.chooseAccount(event.target.value as string)}
      >
        {overview.accounts.map((one) => (
          <Radio key={one.accountId} value={one.accountId} disabled={one.problem !== null} className="withdraw-account">
            <span className="withdraw-words">
              <span>
                {one.label} {one.accountNumber && <Masked end={one.accountNumber.slice(-4)} />}
              </span>
              <span className="withdraw-note">
                可用 <MoneyOf value={one.available} />
              </span>
              {one.problem && <span className="withdraw-problem">{one.problem}</span>}
            </span>
          </Radio>
        ))}
      </Radio.Group>
    </Panel>
  );
}

/** What is not there yet, the button that leads to it, and what it is good for. */
function wordsFor(kind: PayoutKind, channel: Channel) {
  const why = "添加后就能付款";
  if (channel === "mybank")
    return { missing: "还没有绑定网商银行账户", adding: "绑定网商银行", why: "绑定后就能提现到网商银行" };
  if (kind === "withdrawal") return { missing: "还没有提现账户", adding: "添加银行账户", why };
  return { missing: "还没有收款人", adding: "添加收款人", why };
}

function Payees({
  kind,
  from,
  overview: { payees },
  order,
  channel,
}: {
  kind: PayoutKind;
  from: From;
  overview: PayoutOverview;
  order: OrderState;
  channel: Channel;
}) {
  const form = from === "wallet" ? "addWalletSupplier" : "addSupplier";
  const add =
    channel === "mybank"
      ? addressOf("mybankLogin")
      : kind === "withdrawal"
        ? addressOf("cashCards")
        : kind === "seller"
          ? addressOf("sellerPayees")
          : addressOf(form, { kind });
  const { missing, adding, why } = wordsFor(kind, channel);
  const action = <Button onClick={() => goTo(add)}>{adding}</Button>;
  if (payees.length === 0)
    return (
      <Panel title="收到哪里">
        <EmptyState title={missing} action={action}>
          {why}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel flush title="收到哪里" action={action}>
      <Radio.Group
        className="withdraw-accounts"
        aria-label="收到哪里"
        value={order.payee?.id}
        onChange={(event) => order.choosePayee(event.target.value as string)}
      >
        {payees.map((payee) => (
          <Radio key={payee.id} value={payee.id} disabled={payee.state !== "approved"} className="withdraw-account">
            <span className="withdraw-words">
              <span>
                {kind === "withdrawal" ? payee.bankName : payee.name} <Masked end={payee.lastFour} />
              </span>
              <span className="withdraw-note">
                {payee.holderName}，{payee.currency}
                {payee.left && (
                  <>
                    ，还可以付 <MoneyOf value={payee.left} />
                  </>
                )}
              </span>
              {payee.state !== "approved" && (
                <span className="withdraw-problem">{payee.reason ?? "审核通过后可以付款"}</span>
              )}
              {payee.coolingUntil && (
                <span className="withdraw-note">
                  {inTable(payee.coolingUntil)} 前累计最多 <MoneyOf value={payee.coolingLimit} />
                </span>
              )}
            </span>
          </Radio>
        ))}
      </Radio.Group>
    </Panel>
  );
}

/** So much of each account; together it is one payment. */
function SplitPanel({ order: { group, split, typePart, together, amount, beside } }: { order: OrderState }) {
  return (
    <Panel title="每个账户提多少" action={<Button onClick={() => together(false)}>只从一个账户</Button>}>
      <div className="pay-terms">
        {group.map(({ accountId, label, accountNumber, available, currency }) => (
          <TextField
            key={accountId}
            label={`${label}${accountNumber ? ` 尾号 ${accountNumber.slice(-4)}` : ""}`}
            inputMode="decimal"
            autoComplete="off"
            prefix={currency}
            hint={`可用 ${formatMoney(available)}`}
            value={split?.[accountId] ?? ""}
            onChange={(event) => typePart(accountId, event.target.value)}
            suffix={
              <button
                type="button"
                className="lk-text-button"
                onClick={() => typePart(accountId, formatMoney(available))}
              >
                全部
              </button>
            }
          />
        ))}
        {beside && <Notice tone="danger" title={beside} />}
        {amount && (
          <p className="withdraw-note">
            合计 <MoneyOf value={amount} />
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Today's rate between the two accounts: there before anything is typed. */
function useRate({ account, payee }: OrderState): string | undefined {
  const { data, isPending } = useQuery(pairQuery(account.currency, payee?.currency ?? account.currency));
  if (!payee || payee.currency === account.currency) return undefined;
  // The line is there from the start: what stands below does not move when the rate comes.
  if (isPending) return "正在取汇率";
  return data?.rate
    ? `现在 ${rateText(data.rate, account.currency, payee.currency)}，以确认时的报价为准`
    : "汇率以确认时的报价为准";
}

function AmountPanel({ order }: { order: OrderState }) {
  const { account, group, text, type, together, beside } = order;
  const rate = useRate(order);
  return (
    <Panel
      title="金额"
      action={group.length > 1 && <Button onClick={() => together(true)}>从多个 {account.currency} 账户一起付</Button>}
    >
      <TextField
        label="金额"
        inputMode="decimal"
        autoComplete="off"
        prefix={account.currency}
        placeholder={`最少 ${formatMoney(account.minimum)}`}
        value={text}
        error={beside}
        disabled={account.problem !== null}
        {...(rate && { hint: rate })}
        onChange={(event) => type(event.target.value)}
        suffix={
          <button
            type="button"
            className="lk-text-button"
            disabled={account.problem !== null}
            onClick={() => type(formatMoney(account.available))}
          >
            全部
          </button>
        }
      />
    </Panel>
  );
}

function Rules({ order: { account } }: { order: OrderState }) {
  const { minimum, maximum, approvalAbove } = account;
  return (
    <HelpAside title="付款的规则">
      <ul className="withdraw-rules">
        <li>
          单笔最少 <MoneyOf value={minimum} />
          {maximum && (
            <>
              ，最多 <MoneyOf value={maximum} />
            </>
          )}
        </li>
        <li>手续费从付款金额里扣，汇率以确认时为准，报价 30 秒有效</li>
        <li>
          24 小时内累计超过 <MoneyOf value={approvalAbove} /> 由珊瑚汇财务复核，有结果会通知您
        </li>
        <li>提交银行前可以取消；银行未能付款，款项和手续费全部退回</li>
      </ul>
    </HelpAside>
  );
}
