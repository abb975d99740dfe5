import { CallRefused, type CardPaymentDetail } from "@coralhub/contract";
import {
  cardDisputeLifecycle,
  cardPaymentLifecycle,
  COUNTRIES,
  DISPUTE_EVIDENCE_STATES,
  DISPUTE_REASON_NAMES,
  DISPUTE_REASONS,
  disputeDays,
  disputeDueText,
  formatMoney,
  maskedCard,
  moneyOf,
  moneyText,
  SHOP_CATEGORIES,
  type DisputeReason,
} from "@coralhub/domain";
import {
  Copyable,
  ErrorState,
  Facts,
  Link,
  Notice,
  RowsSkeleton,
  StateTag,
  Timeline,
  toast,
  UploadTile,
  type Fact,
  type UploadedFile,
  pastNodes,
} from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { saveFile } from "@coralhub/ui/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { failureOf } from "../../platform/failure.ts";
import { inTable, MoneyOf } from "../../platform/show.tsx";
import { calls, paymentQuery, refreshCards } from "./cards-calls.ts";
import { DecisionTrace } from "./decision-trace.tsx";
import { Remedies } from "./remedies.tsx";
import { cardAt, morePurchaseOf, purchaseOf, readAmount } from "./words.ts";

/** One purchase in full: how much, why, what happened, its receipts and its dispute. */
export function PaymentDetailView({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(paymentQuery(id));
  if (!data)
    return error ? (
      <ErrorState
        title="没能取到这笔交易"
        onRetry={() => void refetch()}
        retrying={isFetching}
        reference={failureOf(error).reference}
      >
        请稍后重试
      </ErrorState>
    ) : (
      <RowsSkeleton rows={4} />
    );
  const more = morePurchaseOf(data);
  return (
    <div className="card-payment-detail">
      <div className="card-tile-line">
        <MoneyOf value={data.amount} sign="both" size="figure" />
        <StateTag lifecycle={cardPaymentLifecycle} state={data.state} />
      </div>
      {data.state === "declined" && (
        <Notice tone="danger" title={data.sentence ?? "这笔被拒绝"}>
          {!isRemoved(data) && data.decision && (
            <Remedies
              cardId={data.cardId}
              remedies={data.decision.remedies}
              purchase={() => Promise.resolve(purchaseOf(data))}
              primary
            />
          )}
        </Notice>
      )}
      {data.state === "authorised" && data.decision?.approved === false && (
        <Notice tone="warning" title={`最近一次追加被拒绝：${data.decision.sentence}`}>
          {!isRemoved(data) && (
            <Remedies
              cardId={data.cardId}
              remedies={data.decision.remedies}
              {...(more && { purchase: () => Promise.resolve(more) })}
              primary
            />
          )}
        </Notice>
      )}
      <section aria-label="办理进度">
        <Timeline
          nodes={data.timeline.map(({ label, amount, note, at }, index) => ({
            title: amount ? `${label} ${moneyText(amount)}` : label,
            when: inTable(at),
            state: index === data.timeline.length - 1 ? ("current" as const) : ("done" as const),
            ...(note && { note }),
          }))}
        />
      </section>
      <Facts facts={factsOf(data)} />
      {data.decision && <DecisionTrace decision={data.decision} />}
      <Receipts payment={data} />
      <DisputePart payment={data} />
    </div>
  );
}

/** Whatever pays has a number; one its owner has removed is told without it. */
const isRemoved = ({ cardLastFour }: CardPaymentDetail): boolean => cardLastFour === null;

const factsOf = (data: CardPaymentDetail): Fact[] => [
  {
    label: "卡片",
    value: isRemoved(data) ? (
      data.cardName
    ) : (
      <Link to={cardAt(data.cardId)}>
        {data.cardName} {data.cardLastFour && maskedCard(data.cardLastFour)}
      </Link>
    ),
  },
  { label: "类别", value: SHOP_CATEGORIES[data.category].label },
  { label: "商户所在地", value: (COUNTRIES as Record<string, string>)[data.shopCountry] ?? data.shopCountry },
  ...(data.original.currency === data.amount.currency
    ? []
    : [{ label: "商户金额", value: <MoneyOf value={data.original} /> }]),
  ...(data.fee.minor > 0n ? [{ label: "境外交易费", value: <MoneyOf value={data.fee} /> }] : []),
  ...(data.held.minor > 0n ? [{ label: "授权中", value: <MoneyOf value={data.held} /> }] : []),
  ...(data.refunded.minor > 0n && data.kind === "purchase"
    ? [{ label: "已退款", value: <MoneyOf value={data.refunded} /> }]
    : []),
  ...(data.holdUntil ? [{ label: "最晚释放", value: inTable(data.holdUntil) }] : []),
  ...(data.label ? [{ label: "标签", value: data.label }] : []),
  ...(data.owner ? [{ label: "使用人", value: data.owner }] : []),
  { label: "交易号", value: <Copyable text={data.reference} /> },
];

type Send = (file: File, onSent: (percent: number) => void) => Promise<unknown>;
function FileTile({ label, must, send }: { label: string; must: string; send: Send }) {
  const [file, setFile] = useState<UploadedFile>();
  const pick = async (chosen: File) => {
    const start: UploadedFile = { name: chosen.name, sizeBytes: chosen.size, state: "uploading", percent: 0 };
    setFile(start);
    try {
      await send(chosen, (percent) => setFile({ ...start, percent, ...(percent === 100 && { state: "checking" }) }));
      setFile(undefined);
      toast.done("已上传");
      await refreshCards();
    } catch (error) {
      const reason = error instanceof CallRefused ? error.message : "上传没有完成，请检查网络后重试";
      setFile({ ...start, state: "refused", reason });
    }
  };
  return <UploadTile label={label} must={must} {...(file && { file })} onPick={(chosen) => void pick(chosen)} />;
}

function FileLinks({ id, files }: { id: string; files: readonly { id: string; fileName: string }[] }) {
  const read = useMutation({ mutationFn: (fileId: string) => calls.cardFile({ id, fileId }), onSuccess: saveFile });
  return (
    <ul className="card-files">
      {files.map((file) => (
        <li key={file.id}>
          <Button type="link" size="small" onClick={() => read.mutate(file.id)}>
            {file.fileName}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Receipts({ payment: { id, receiptFiles } }: { payment: CardPaymentDetail }) {
  return (
    <section aria-label="票据">
      <h3 className="type-section">票据</h3>
      <FileLinks id={id} files={receiptFiles} />
      <FileTile
        label="附上票据"
        must="发票、收据或账单"
        send={(file, onSent) => calls.attachCardReceipt({ id, file }, { onSent })}
      />
    </section>
  );
}

function DisputePart({ payment }: { payment: CardPaymentDetail }) {
  const [asking, setAsking] = useState(false);
  const { dispute, may } = payment;
  const withdraw = useMutation({
    mutationFn: () => calls.withdrawDispute({ id: dispute!.id }),
    onSuccess: async () => {
      toast.done("已撤回");
      await refreshCards();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <section aria-label="争议">
      {dispute && (
        <>
          <div className="card-tile-line">
            <h3 className="type-section">争议</h3>
            <StateTag lifecycle={cardDisputeLifecycle} state={dispute.state} />
          </div>
          <p>
            {DISPUTE_REASONS[dispute.reason].label}，<MoneyOf value={dispute.amount} />
          </p>
          {dispute.dueAt && disputeDueText(dispute.state) && (
            <p className="card-note">
              {disputeDueText(dispute.state)} {inTable(dispute.dueAt)}
              {DISPUTE_EVIDENCE_STATES.has(dispute.state) && "，证据请尽早上传"}
            </p>
          )}
          {dispute.note && <Notice tone="info" title={dispute.note} />}
          <Timeline nodes={pastNodes(dispute.timeline)} />
          <FileLinks id={payment.id} files={dispute.evidence} />
          {DISPUTE_EVIDENCE_STATES.has(dispute.state) && (
            <FileTile
              label="上传证据"
              must={DISPUTE_REASONS[dispute.reason].evidence}
              send={(file, onSent) => calls.addDisputeEvidence({ id: dispute.id, file }, { onSent })}
            />
          )}
          {dispute.may.answer && <AnswerForm id={dispute.id} />}
          {dispute.may.withdraw && (
            <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              撤回争议
            </Button>
          )}
        </>
      )}
      {may.dispute && !asking && <Button onClick={() => setAsking(true)}>提出争议</Button>}
      {asking && <DisputeForm payment={payment} onDone={() => setAsking(false)} />}
    </section>
  );
}

function AnswerForm({ id }: { id: string }) {
  const [note, setNote] = useState("");
  const answer = useMutation({
    mutationFn: () => calls.answerDispute({ id, note }),
    onSuccess: async () => {
      toast.done("已答复");
      await refreshCards();
    },
    onError: (error) => toast.failed(error.message),
  });
  return (
    <div className="card-form">
      <Input.TextArea
        aria-label="补充说明"
        rows={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        type="primary"
        loading={answer.isPending}
        disabled={note.trim().length < 2}
        onClick={() => answer.mutate()}
      >
        提交补充
      </Button>
    </div>
  );
}

function DisputeForm({ payment, onDone }: { payment: CardPaymentDetail; onDone: () => void }) {
  const [reason, setReason] = useState<DisputeReason>("notReceived");
  const [statement, setStatement] = useState("");
  // Our own fee is none of the shop's money.
  const open = payment.settled.minor - payment.fee.minor - payment.refunded.minor;
  const [text, setText] = useState(formatMoney(moneyOf(payment.settled.currency, open)));
  const { amount, problem } = readAmount(text, payment.settled.currency);
  const submit = useMutation({
    mutationFn: () => calls.disputePayment({ id: payment.id, reason, statement, amount: amount! }),
    onSuccess: async () => {
      toast.done("争议已提交");
      await refreshCards();
      onDone();
    },
  });
  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount) submit.mutate();
      }}
    >
      {submit.error && <Notice tone="danger" title={submit.error.message} />}
      <div className="card-list-row">
        <span className="type-label">原因</span>
        <Select
          aria-label="争议原因"
          value={reason}
          options={DISPUTE_REASON_NAMES.map((value) => ({ value, label: DISPUTE_REASONS[value].label }))}
          onChange={setReason}
        />
        <span className="card-note">
          {DISPUTE_REASONS[reason].evidence}；清算后 {disputeDays(reason)} 天内提出
        </span>
      </div>
      <TextField
        label="争议金额"
        inputMode="decimal"
        prefix={payment.settled.currency}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Input.TextArea
        aria-label="发生了什么"
        rows={4}
        maxLength={1000}
        placeholder="请说明发生了什么，与商户怎样联系过，至少 10 个字"
        value={statement}
        onChange={(event) => setStatement(event.target.value)}
      />
      <div className="card-buttons">
        <Button onClick={onDone}>取消</Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={submit.isPending}
          disabled={!amount || statement.trim().length < 10}
        >
          提交争议
        </Button>
      </div>
    </form>
  );
}
