import { CallRefused, type PayoutOverview, type Withdrawable } from "@coralhub/contract";
import { addressOf, formatMoney, minimumWithdrawal, placeName, readAmount } from "@coralhub/domain";
import { Bone, FormPage, HelpAside, Masked, Notice, Panel, useDebounced } from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Radio } from "antd";
import { TextField } from "@coralhub/ui/light";
import { useState } from "react";
import { goTo } from "../../platform/navigation.ts";
import { asDay, inTable, MoneyOf } from "../../platform/show.tsx";
import { PriceLines } from "./price-lines.tsx";
import { formCalls, refreshPayouts, trialQuery } from "./payouts-calls.ts";
import { verifyAt } from "./words.ts";

type Props = { overview: PayoutOverview; wanted: string | null; onChangeBank: () => void };

/** What was typed, what the server says to it, and the way on. */
function useWish({ accounts }: PayoutOverview, wanted: string | null) {
  const usable = accounts.filter(({ problem }) => problem === null);
  const [accountId, setAccountId] = useState(() => accounts.find(({ id }) => id === wanted)?.id ?? usable[0]?.id);
  const [text, setText] = useState("");
  const [slip, setSlip] = useState<string>();
  const account = accounts.find(({ id }) => id === accountId) ?? accounts[0]!;
  const { amount, problem } = readAmount(text, account.currency);
  const settled = useDebounced(amount && account.problem === null ? formatMoney(amount) : "", 400);
  const asked = settled === "" ? undefined : readAmount(settled, account.currency).amount;
  const trial = useQuery(trialQuery(asked && { accountId: account.id, amount: asked }));
  const apply = useMutation({
    mutationFn: (wish: Parameters<typeof formCalls.applyCitic>[0]) => formCalls.applyCitic(wish),
    onSuccess: async ({ id }) => {
      goTo(verifyAt(id));
      await refreshPayouts();
    },
  });
  const refusal = apply.error ?? trial.error;
  const beside = problem ?? slip ?? (refusal instanceof CallRefused ? refusal.fields["amount"] : undefined);
  const type = (value: string) => {
    setText(value);
    setSlip(undefined);
    apply.reset();
  };
  return {
    account,
    text,
    type,
    choose: (id: string) => {
      setAccountId(id);
      type("");
    },
    /** Beside the amount; anything else stands above. */
    beside,
    above: beside === undefined ? refusal?.message : undefined,
    price: asked && beside === undefined ? trial.data : undefined,
    pricing: asked !== undefined && beside === undefined && !trial.error,
    busy: apply.isPending,
    next: () => (amount ? apply.mutate({ accountId: account.id, amount }) : setSlip(problem ?? "请填写提现金额")),
  };
}
type WishState = ReturnType<typeof useWish>;

/** From which account, how much; what it costs and what arrives is said while typing. */
export function AmountStep({ overview, wanted, onChangeBank }: Props) {
  const wish = useWish(overview, wanted);
  const { account, price } = wish;
  return (
    <FormPage
      title="提现到人民币账户"
      intro="Amazon 收款经中信银行结汇，到您自己的银行账户"
      back={{ label: "提现记录", to: addressOf("payouts") }}
      side={<Rules account={account} />}
      actions={{
        note: price && (
          <>
            预计到账 <MoneyOf value={price.arrives} />
          </>
        ),
        secondary: <Button onClick={() => goTo(addressOf("payouts"))}>取消</Button>,
        primary: (
          <Button type="primary" loading={wish.busy} disabled={account.problem !== null} onClick={wish.next}>
            下一步
          </Button>
        ),
      }}
    >
      {wish.above && <Notice tone="danger" title={wish.above} />}
      <Panel flush title="从哪个账户提现">
        <Radio.Group
          className="withdraw-accounts"
          aria-label="从哪个账户提现"
          value={account.id}
          onChange={(event) => wish.choose(event.target.value as string)}
        >
          {overview.accounts.map((one) => (
            <Radio key={one.id} value={one.id} disabled={one.problem !== null} className="withdraw-account">
              <AccountWords account={one} />
            </Radio>
          ))}
        </Radio.Group>
      </Panel>
      <AmountPanel wish={wish} />
      <Payee overview={overview} account={account} onChange={onChangeBank} />
    </FormPage>
  );
}

function AmountPanel({ wish: { account, text, type, beside, price, pricing } }: { wish: WishState }) {
  return (
    <Panel title="提现金额">
      <TextField
        label="金额"
        inputMode="decimal"
        autoComplete="off"
        prefix={account.currency}
        placeholder={`最少 ${formatMoney(account.minimum)}`}
        value={text}
        error={beside}
        disabled={account.problem !== null}
        onChange={(event) => type(event.target.value)}
        suffix={
          <button
            type="button"
            className="lk-text-button"
            disabled={account.problem !== null}
            onClick={() => type(formatMoney(account.available))}
          >
            全部提现
          </button>
        }
      />
      {pricing && (
        <div className="withdraw-trial" aria-live="polite">
          {price ? <PriceLines price={price} /> : <Bone width="100%" height={120} />}
          {price?.approval && <Notice tone="info" title={price.approval} />}
        </div>
      )}
    </Panel>
  );
}

function AccountWords({ account }: { account: Withdrawable }) {
  const { accountNumber, available, problem } = account;
  return (
    <span className="withdraw-words">
      <span>
        {placeName(account)} 账户 {accountNumber && <Masked end={accountNumber.slice(-4)} />}
      </span>
      <span className="withdraw-note">
        可用 <MoneyOf value={available} />
      </span>
      {problem && <span className="withdraw-problem">{problem}</span>}
    </span>
  );
}

function Payee({
  overview: { bankAccount },
  account,
  onChange,
}: {
  overview: PayoutOverview;
  account: Withdrawable;
  onChange: () => void;
}) {
  if (!bankAccount) return null;
  const { holderName, bankName, lastFour, boundAt, coolingUntil } = bankAccount;
  return (
    <Panel title="收款银行账户" action={<Button onClick={onChange}>更换</Button>}>
      <div className="withdraw-payee">
        <span>{holderName}</span>
        <span className="withdraw-note">
          {bankName} <Masked end={lastFour} />，{asDay(boundAt)} 绑定
        </span>
        {coolingUntil && (
          <span className="withdraw-note">
            新绑定的账户在 {inTable(coolingUntil)} 前，单笔最多 <MoneyOf value={account.coolingLimit} />
          </span>
        )}
      </div>
    </Panel>
  );
}

function Rules({ account: { maximum, approvalAbove, currency } }: { account: Withdrawable }) {
  return (
    <HelpAside title="提现的规则">
      <ul className="withdraw-rules">
        <li>
          单笔最少 <MoneyOf value={minimumWithdrawal(currency)} />
          {maximum && (
            <>
              ，最多 <MoneyOf value={maximum} />
            </>
          )}
        </li>
        <li>手续费从提现金额里扣，汇率以确认时为准，报价 30 秒有效</li>
        <li>
          超过 <MoneyOf value={approvalAbove} /> 的提现由财务审批
        </li>
        <li>提交银行前可以取消；银行没有付成，款项和手续费全部退回</li>
      </ul>
    </HelpAside>
  );
}
