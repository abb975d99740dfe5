import type { PayoutDetail } from "@coralhub/contract";
import { addressOf, payoutLifecycle } from "@coralhub/domain";
import {
  EmptyState,
  ErrorState,
  Link,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  RefusedState,
  ResultPage,
} from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { goTo } from "../../platform/navigation.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { AmountStep } from "./amount-step.tsx";
import { BankAccountForm } from "./bank-account-form.tsx";
import { factsOf, Standing } from "./payout-detail.tsx";
import { overviewQuery, payoutQuery } from "./payouts-calls.ts";
import { recordOf, timelineOf } from "./words.ts";
import { VerifyStep } from "./verify-step.tsx";

const TITLE = "提现到人民币账户";
const BACK = { label: "提现记录", to: addressOf("payouts") };

/** Amount, then code, then the result; where it goes has to be known first. */
export function WithdrawPage({ accountId, payoutId }: { accountId: string | null; payoutId: string | null }) {
  return payoutId ? <OnePayout id={payoutId} /> : <NewPayout wanted={accountId} />;
}

function NewPayout({ wanted }: { wanted: string | null }) {
  const { data, error, refetch, isFetching } = useQuery(overviewQuery);
  const [changing, setChanging] = useState(false);
  if (!data)
    return error ? <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSkeleton />;
  if (!data.certified) return <CertifiedOnly />;
  if (data.accounts.length === 0) return <NothingCollected />;
  if (!data.open)
    return (
      <>
        <PageHeader title={TITLE} back={BACK} />
        <Notice tone="warning" title="银行通道暂停提现">
          资金安全不受影响，恢复后可以继续，请稍后再来
        </Notice>
      </>
    );
  if (!data.bankAccount || changing)
    return (
      <>
        <PageHeader title={TITLE} back={BACK} />
        <BankAccountForm
          overview={data}
          onBound={() => setChanging(false)}
          onBack={data.bankAccount ? () => setChanging(false) : undefined}
        />
      </>
    );
  return <AmountStep overview={data} wanted={wanted} onChangeBank={() => setChanging(true)} />;
}

function OnePayout({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(payoutQuery(id));
  if (!data)
    return error ? <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSkeleton />;
  return data.may.verify ? <VerifyStep payout={data} /> : <Result payout={data} />;
}

/** It says what is true by now: on its way, arrived, or back. */
function Result({ payout }: { payout: PayoutDetail }) {
  const { id, state, arrives, amount, next } = payout;
  const ended = next === null;
  const title = state === "completed" ? "已到账" : ended ? payoutLifecycle.states[state].label : "提现已提交";
  return (
    <>
      {(state === "failed" || state === "returned") && <Standing payout={payout} />}
      <ResultPage
        sign={state === "completed" ? "done" : "travelling"}
        title={state === "awaitingApproval" ? "已提交，等待审批" : title}
        amount={<MoneyOf value={arrives ?? amount} size="figure" />}
        promise={next}
        facts={factsOf(payout)}
        next={timelineOf(payout)}
        primary={
          <Button type="primary" onClick={() => goTo(recordOf(id))}>
            查看提现记录
          </Button>
        }
        secondary={<Link to={addressOf("account", { id: payout.accountId })}>查看收款账户</Link>}
      />
    </>
  );
}

function Failed({ error, onRetry, retrying }: { error: Error; onRetry: () => void; retrying: boolean }) {
  const { reference } = failureOf(error);
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <Panel>
        <ErrorState title="没能打开提现" onRetry={onRetry} retrying={retrying} {...(reference && { reference })}>
          {error.message}
        </ErrorState>
      </Panel>
    </>
  );
}

function CertifiedOnly() {
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <div className="panel">
        <RefusedState
          title="完成实名认证后可以提现"
          needs={[{ text: "通过实名认证，约 10 分钟", done: false }]}
          action={
            <Button type="primary" onClick={() => goTo(addressOf("certification"))}>
              去认证
            </Button>
          }
        >
          提现到与实名认证同名的人民币账户，认证通过前余额一直在您的账户里
        </RefusedState>
      </div>
    </>
  );
}

function NothingCollected() {
  return (
    <>
      <PageHeader title={TITLE} back={BACK} />
      <Panel>
        <EmptyState
          title="还没有 Amazon 收款账户"
          action={<Button onClick={() => goTo(addressOf("accounts"))}>查看收款账户</Button>}
        >
          绑定 Amazon 店铺、开通收款账户并收到款后，可以从这里提现
        </EmptyState>
      </Panel>
    </>
  );
}
