import {
  deskAddress,
  formatMoney,
  PAYOUT_BANKS,
  PAYOUT_KINDS,
  PAYOUT_WAYS,
  payoutLifecycle,
  toShanghaiTime,
  UNDONE_PAYOUTS,
  type Money as Sum,
} from "@coralhub/domain";
import { Copyable, Facts, Link, Money, Notice, StateTag, Timeline, type Fact, pastNodes } from "@coralhub/ui";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { MerchantName } from "../../platform/merchant-name.tsx";
import { NoteField } from "../../platform/note-field.tsx";
import { QueryView } from "../../platform/page.tsx";
import { problemText } from "../../platform/refusal-fields.ts";
import { mayUse } from "../../platform/roles.ts";
import { useSelf } from "../../platform/self.ts";
import { ContradictionsPanel } from "./contradictions-panel.tsx";
import { ASKED_AGAIN, payoutQuery, payouts, useStep, type PayoutCase, type Ref } from "./payouts-calls.ts";
import { StuckPanel } from "./stuck-panel.tsx";
import "./payouts.css";

const Amount = ({ of, figure }: { of: Sum; figure?: boolean }) => (
  <Money amount={formatMoney(of)} currency={of.currency} size={figure ? "figure" : "inherit"} />
);

/** One payment: to whom, at what price, what the bank has said, and what is left to decide. */
export function PayoutDetail(ref: Ref) {
  const self = useSelf();
  const found = useQuery(payoutQuery(ref));
  return (
    <QueryView query={found} what="这笔付款">
      {(shown) => (
        <div className="payout-case">
          <div className="payout-head">
            <Amount of={shown.amount} figure />
            <StateTag lifecycle={payoutLifecycle} state={shown.state} />
          </div>
          {(shown.reason ?? shown.next) && (
            <Notice tone={shown.reason ? "warning" : "info"} title={shown.reason ?? shown.next} />
          )}
          {shown.contradictions.length > 0 && (
            <ContradictionsPanel
              key={shown.contradictions.map(({ id }) => id).join()}
              shown={shown}
              mayDecide={mayUse(self, "finance")}
            />
          )}
          <Facts facts={factsOf(shown)} />
          <section aria-label="办理进度">
            <h2 className="type-label">办理进度</h2>
            <Timeline nodes={pastNodes(shown.timeline)} />
          </section>
          {mayUse(self, "finance") && shown.may.decide && <Decision key={shown.state} shown={shown} />}
          {mayUse(self, "finance") && shown.may.ask && <Question shown={shown} />}
          {mayUse(self, "finance") && shown.may.resolve && <StuckPanel shown={shown} self={self?.id} />}
        </div>
      )}
    </QueryView>
  );
}

function factsOf(shown: PayoutCase): Fact[] {
  const { price, finishedAt, askedAt } = shown;
  return [
    {
      label: "商户",
      value: (
        <Link to={deskAddress("merchant", { id: shown.merchantId })}>
          <MerchantName merchantId={shown.merchantId} />
        </Link>
      ),
    },
    { label: "收款户名", value: shown.payeeName },
    { label: "收款账户", value: `${shown.payeeBank} 尾号 ${shown.payeeLastFour}` },
    { label: "类型", value: PAYOUT_KINDS[shown.kind].label },
    ...shown.sources.map(({ label, amount }) => ({
      label: "转出账户",
      value: (
        <>
          {label}，<Amount of={amount} />
        </>
      ),
    })),
    ...(price
      ? [
          { label: "手续费", value: <Amount of={price.fee} /> },
          ...(price.rate ? [{ label: "汇率", value: price.rate }] : []),
          {
            label: UNDONE_PAYOUTS.includes(shown.state) ? "原定到账" : "到账金额",
            value: <Amount of={price.arrives} />,
          },
        ]
      : []),
    { label: "方式", value: `${PAYOUT_WAYS[shown.way].label}，${PAYOUT_BANKS[PAYOUT_WAYS[shown.way].bank].label}` },
    ...(shown.remittance ? [{ label: "附言", value: shown.remittance }] : []),
    { label: "付款流水号", value: <Copyable text={shown.reference} /> },
    { label: "申请时间", value: toShanghaiTime(shown.createdAt) },
    ...(askedAt ? [{ label: "最近一次问银行", value: toShanghaiTime(askedAt) }] : []),
    {
      label: "银行对账单",
      value:
        shown.statement === null
          ? "这家银行没有对账单"
          : shown.statement.length === 0
            ? "没有这笔"
            : shown.statement
                .map(
                  ({ amount, bookedAt }) =>
                    `${amount.currency} ${formatMoney(amount)}，${toShanghaiTime(bookedAt).slice(5, 16)}`,
                )
                .join("；"),
    },
    ...(finishedAt ? [{ label: "结束时间", value: toShanghaiTime(finishedAt) }] : []),
  ];
}

type Verdict = { decision: "approve" | "reject"; reason: string };

/** The merchant has asked; one of finance agrees, or says why not. */
function Decision({ shown: { merchantId, id } }: { shown: PayoutCase }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const decide = useStep(
    (verdict: Verdict) => payouts.decidePayout({ merchantId, id, ...verdict }),
    ({ decision }, { state }) => {
      if (decision === "reject") return "已驳回，款项已退回商户余额";
      return state === "submitted" ? "已通过，正在提交银行" : ASKED_AGAIN;
    },
  );
  const take = (decision: Verdict["decision"]) => {
    if (decision === "reject" && reason.trim().length < 2) setProblem("请写明原因，商户会看到");
    else decide.mutate({ decision, reason: reason.trim() });
  };
  return (
    <div className="payout-steps in-reach">
      {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      <NoteField
        longest={300}
        label="审批说明"
        value={reason}
        onChange={(text) => {
          setReason(text);
          setProblem(undefined);
        }}
        hint="不通过时商户会看到；通过时只记在审计日志"
        problem={problem}
      />
      <div className="payout-actions">
        <Button disabled={decide.isPending} onClick={() => take("reject")}>
          不通过
        </Button>
        <Button type="primary" loading={decide.isPending} onClick={() => take("approve")}>
          审批通过
        </Button>
      </div>
    </div>
  );
}

/** The watch asks by itself; whoever cannot wait asks now. */
function Question({ shown: { merchantId, id } }: { shown: PayoutCase }) {
  const ask = useStep<null>(
    () => payouts.askPayout({ merchantId, id }),
    () => "已问过银行",
  );
  return (
    <div className="payout-steps">
      {ask.error && <Notice tone="danger" title={problemText(ask.error)} />}
      <div className="payout-actions">
        <Button loading={ask.isPending} onClick={() => ask.mutate(null)}>
          再问一次银行
        </Button>
      </div>
    </div>
  );
}
