import type { PayoutDetail } from "@coralhub/contract";
import {
  PAYOUT_BANKS,
  PAYOUT_KINDS,
  PAYOUT_WAYS,
  payoutLifecycle,
  toShanghaiTime,
  TRADE_CATEGORIES,
  UNDONE_PAYOUTS,
  type PaperLanguage,
} from "@coralhub/domain";
import {
  Copyable,
  ErrorState,
  Facts,
  Masked,
  Notice,
  RowsSkeleton,
  StateTag,
  Timeline,
  toast,
  type Fact,
} from "@coralhub/ui";
import { goTo, saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { OrdersBehind } from "../../platform/orders-behind.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { priceFacts } from "./price-lines.tsx";
import { changeRemittance, payoutQuery, callsOf, refreshPayouts } from "./payouts-calls.ts";
import { refillAt, timelineOf, verifyAt } from "./words.ts";
import "./payouts.css";

/** One withdrawal in full: how much, where it stands and why, what happened, what it cost. */
export function PayoutDetailView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(payoutQuery(id));
  if (!data)
    return error ? (
      <ErrorState
        title="没能取到这笔付款"
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
        <span className="withdraw-note">{PAYOUT_KINDS[data.kind].label}金额</span>
        <StateTag lifecycle={payoutLifecycle} state={data.state} />
        <MoneyOf value={data.amount} size="figure" />
      </div>
      <Standing payout={data} />
      <section aria-labelledby="payout-progress">
        <h3 id="payout-progress" className="type-section payout-section">
          办理进度
        </h3>
        <Timeline nodes={timelineOf(data)} />
      </section>
      <div className="payout-facts">
        <Facts facts={factsOf(data)} />
      </div>
      {data.may.cancel && <Remittance payout={data} />}
      <OrdersBehind moveId={id} />
    </div>
  );
}

/** What the payee reads with the money: may still be put right while the payment may be cancelled. */
function Remittance({ payout: { id, remittance } }: { payout: PayoutDetail }) {
  const [text, setText] = useState(remittance);
  const save = useMutation({
    mutationFn: () => changeRemittance(id, text.trim()),
    onSuccess: async () => {
      toast.done("附言已修改");
      await refreshPayouts();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div className="payout-remittance">
      <Input
        aria-label="附言"
        placeholder="附言，例如合同号"
        maxLength={140}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button disabled={text.trim() === remittance} loading={save.isPending} onClick={() => save.mutate()}>
        修改附言
      </Button>
    </div>
  );
}

export function Standing({ payout }: { payout: PayoutDetail }) {
  const { state, reason, next, returned } = payout;
  if (state === "failed" || state === "returned")
    return (
      <Notice
        tone="danger"
        title={reason ?? "银行未能付款"}
        action={
          <>
            <Button onClick={() => goTo(refillAt(payout, "all"))}>重新付款</Button>
            <Button onClick={() => goTo(refillAt(payout, "amount"))}>更换收款人</Button>
          </>
        }
      >
        {returned ? "实际退回的款项和手续费已在余额里" : "款项和手续费已全部退回余额"}
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
  const { price, payeeName, payeeBank, payeeLastFour, sources, reference, finishedAt, short, returned, category, way } =
    payout;
  const { label, bank } = PAYOUT_WAYS[way];
  const arrived = UNDONE_PAYOUTS.includes(payout.state) ? "原定到账" : "到账金额";
  return [
    ...(price ? [...priceFacts(price), { label: arrived, value: <MoneyOf value={price.arrives} /> }] : []),
    ...(short ? [{ label: "中转行扣费", value: <MoneyOf value={{ ...short, minor: -short.minor }} /> }] : []),
    ...(returned ? [{ label: "实际退回", value: <MoneyOf value={returned} /> }] : []),
    { label: "收款户名", value: payeeName },
    {
      label: "收款账户",
      value: (
        <>
          {payeeBank} <Masked end={payeeLastFour} />
        </>
      ),
    },
    ...sources.map((source) => ({
      label: "付款自",
      value: (
        <>
          {source.label}
          {sources.length > 1 && (
            <>
              ，<MoneyOf value={source.amount} />
            </>
          )}
        </>
      ),
    })),
    { label: "方式", value: `${label}，${PAYOUT_BANKS[bank].label}` },
    ...(payout.arrivesOn ? [{ label: "预计到账", value: payout.arrivesOn }] : []),
    ...(category === null
      ? []
      : [{ label: "类别", value: TRADE_CATEGORIES.find(({ code }) => code === category)?.name ?? "" }]),
    ...(payout.related ? [{ label: "关联方", value: payout.related }] : []),
    ...(payout.adviceEmail ? [{ label: "付款通知", value: payout.adviceEmail }] : []),
    ...(payout.remittance ? [{ label: "附言", value: payout.remittance }] : []),
    ...(payout.scheduledFor ? [{ label: "执行日期", value: payout.scheduledFor }] : []),
    { label: "付款流水号", value: <Copyable text={reference} /> },
    ...(finishedAt ? [{ label: "结束时间", value: toShanghaiTime(finishedAt) }] : []),
  ];
}

/** Under an open payment: go on with it, leave it, or take its receipt along. */
export function PayoutFooter({ id }: { id: string }) {
  const { data } = useQuery(payoutQuery(id));
  const cancel = useMutation({
    mutationFn: () => callsOf(data!.kind).cancel({ id }),
    onSuccess: () => {
      toast.done("已取消");
      return refreshPayouts();
    },
    onError: (error) => toast.failed(error.message),
  });
  const receipt = useMutation({
    mutationFn: async (language: PaperLanguage) => saveFile(await callsOf(data!.kind).receipt({ id, language })),
    onError: (error) => toast.failed(error.message),
  });
  if (!data || !(data.may.cancel || data.may.verify || data.may.receipt)) return null;
  return (
    <span className="payout-footer">
      {data.may.cancel && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          取消付款
        </Button>
      )}
      {data.may.receipt && (
        <>
          <Button loading={receipt.isPending} onClick={() => receipt.mutate("en")}>
            英文回单
          </Button>
          <Button loading={receipt.isPending} onClick={() => receipt.mutate("zh")}>
            下载回单
          </Button>
        </>
      )}
      {data.may.verify && (
        <Button type="primary" onClick={() => goTo(verifyAt(id))}>
          继续验证
        </Button>
      )}
    </span>
  );
}
