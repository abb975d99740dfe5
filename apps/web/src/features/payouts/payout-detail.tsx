import type { PayoutDetail } from "@coralhub/contract";
import { addressOf, PAYOUT_CHANNELS, payoutLifecycle, toShanghaiTime } from "@coralhub/domain";
import {
  Copyable,
  ErrorState,
  Facts,
  Link,
  Masked,
  Notice,
  RowsSkeleton,
  StateTag,
  Timeline,
  toast,
  type Fact,
} from "@coralhub/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { failureOf } from "../../platform/failure.ts";
import { goTo } from "../../platform/navigation.ts";
import { MoneyOf } from "../../platform/show.tsx";
import { priceFacts } from "./price-lines.tsx";
import { payoutQuery, formCalls, refreshPayouts } from "./payouts-calls.ts";
import { timelineOf, verifyAt } from "./words.ts";

/** One withdrawal in full: how much, where it stands and why, what happened, what it cost. */
export function PayoutDetailView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(payoutQuery(id));
  if (!data)
    return error ? (
      <ErrorState
        title="没能取到这笔提现"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={failureOf(error).reference}
      >
        资金不受影响，请稍后重试
      </ErrorState>
    ) : (
      <RowsSkeleton rows={4} />
    );
  return (
    <div className="payout-detail">
      <div className="payout-head">
        <span className="withdraw-note">提现金额</span>
        <StateTag lifecycle={payoutLifecycle} state={data.state} />
        <MoneyOf value={data.amount} size="figure" />
      </div>
      <Standing payout={data} />
      <section aria-labelledby="payout-progress">
        <h3 id="payout-progress" className="type-section payout-section">
          进度
        </h3>
        <Timeline nodes={timelineOf(data)} />
      </section>
      <div className="payout-facts">
        <Facts facts={factsOf(data)} />
      </div>
    </div>
  );
}

export function Standing({ payout: { state, reason, next } }: { payout: PayoutDetail }) {
  if (state === "failed" || state === "returned")
    return (
      <Notice tone="danger" title={reason ?? "银行没有付成"}>
        款项和手续费已全部退回余额，可以重新提现
      </Notice>
    );
  if (!next) return null;
  return (
    <Notice tone={state === "awaitingApproval" ? "warning" : "info"} title={reason ?? next}>
      {reason && next}
    </Notice>
  );
}

export function factsOf(payout: PayoutDetail): Fact[] {
  const { price, payeeName, payeeBank, payeeLastFour, accountId, accountNumber, reference, finishedAt, amount } =
    payout;
  return [
    ...(price ? [...priceFacts(price), { label: "到账金额", value: <MoneyOf value={price.arrives} /> }] : []),
    { label: "收款户名", value: payeeName },
    {
      label: "收款账户",
      value: (
        <>
          {payeeBank} <Masked end={payeeLastFour} />
        </>
      ),
    },
    {
      label: "提现自",
      value: (
        <Link to={addressOf("account", { id: accountId })}>
          {amount.currency} {accountNumber && <Masked end={accountNumber.slice(-4)} />}
        </Link>
      ),
    },
    { label: "付款银行", value: PAYOUT_CHANNELS.citic.label },
    { label: "付款流水号", value: <Copyable text={reference} /> },
    ...(finishedAt ? [{ label: "结束时间", value: toShanghaiTime(finishedAt) }] : []),
  ];
}

/** Under an open withdrawal: go on with it, or leave it. */
export function PayoutFooter({ id }: { id: string }) {
  const { data } = useQuery(payoutQuery(id));
  const cancel = useMutation({
    mutationFn: () => formCalls.cancelCitic({ id }),
    onSuccess: () => {
      toast.done("已取消");
      return refreshPayouts();
    },
    onError: (error) => toast.failed(error.message),
  });
  if (!data || (!data.may.cancel && !data.may.verify)) return null;
  return (
    <span className="payout-footer">
      {data.may.cancel && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          取消提现
        </Button>
      )}
      {data.may.verify && (
        <Button type="primary" onClick={() => goTo(verifyAt(id))}>
          继续验证
        </Button>
      )}
    </span>
  );
}
