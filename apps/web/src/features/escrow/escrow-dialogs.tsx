import type { EscrowDetail } from "@coralhub/contract";
import { formatMoney, readAmount, type EscrowAction } from "@coralhub/domain";
import { moneyText, Notice, toast } from "@coralhub/ui";
import { Button as LightButton, CodeField, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Input, Modal } from "antd";
import { useState } from "react";
import { SentTo } from "../../platform/sent-to.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { calls, refreshEscrows } from "./escrow-calls.ts";

type DialogProps = { escrow: EscrowDetail; onClose: () => void };
type WordsAction = Exclude<EscrowAction, "settle" | "fund" | "release">;
const WORDS: Record<
  WordsAction,
  { title: string; label: string; send: (input: { id: string; note: string }) => Promise<unknown> }
> = {
  accept: { title: "同意这笔担保交易", label: "备注", send: calls.acceptEscrow },
  decline: { title: "不同意", label: "原因", send: calls.declineEscrow },
  cancel: { title: "取消", label: "原因", send: calls.cancelEscrow },
  deliver: { title: "已按条件交付", label: "交付说明", send: calls.deliverEscrow },
  refund: { title: "把担保中的全部金额退给买方", label: "备注", send: calls.refundEscrow },
  dispute: { title: "提出争议", label: "争议的理由", send: calls.disputeEscrow },
};

/** A step that needs no more than a word, if that. */
export function WordsDialog({ action, escrow: { id }, onClose }: DialogProps & { action: WordsAction }) {
  const { title, label, send } = WORDS[action];
  const [note, setNote] = useState("");
  const step = useMutation({
    mutationFn: () => send({ id, note }),
    onSuccess: async () => {
      toast.done("已提交");
      await refreshEscrows();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      okText="确定"
      cancelText="返回"
      confirmLoading={step.isPending}
      onOk={() => step.mutate()}
    >
      <div className="service-stack">
        {step.error && <Notice tone="danger" title={step.error.message} />}
        <Input.TextArea
          aria-label={label}
          placeholder={label}
          rows={3}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Modal>
  );
}

/** All of it, or a part; the rest stays held. */
export function ReleaseDialog({ escrow: { id, held, otherName }, onClose }: DialogProps) {
  const [text, setText] = useState(formatMoney(held));
  const typed = readAmount(text, held.currency);
  const step = useMutation({
    mutationFn: () => calls.releaseEscrow({ id, amount: typed.amount ?? null, note: "" }),
    onSuccess: async () => {
      toast.done("已放款");
      await refreshEscrows();
      onClose();
    },
  });
  return (
    <Modal
      open
      title="放款给卖方"
      onCancel={onClose}
      okText="确认放款"
      cancelText="返回"
      confirmLoading={step.isPending}
      onOk={() => step.mutate()}
    >
      <div className="service-stack">
        {step.error && <Notice tone="danger" title={step.error.message} />}
        <p>
          放款后进入 {otherName} 的钱包，不能撤回。担保中 <MoneyOf value={held} />
        </p>
        <TextField
          label="放款金额"
          inputMode="decimal"
          autoComplete="off"
          prefix={held.currency}
          value={text}
          error={typed.problem}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Modal>
  );
}

export function FundDialog({ escrow: { id, amount, otherName }, onClose }: DialogProps) {
  const form = useForm({
    initial: { verifyCode: "" },
    rules: { verifyCode: codeMistake },
    places: {
      "identity.code_wrong": "verifyCode",
      "identity.code_dead": "verifyCode",
      "identity.code_too_soon": "verifyCode",
      "identity.code_day_limit": "verifyCode",
    },
    submit: async ({ verifyCode }): Promise<void> => {
      await calls.fundEscrow({ id, verifyCode });
      toast.done("已付款到担保");
      await refreshEscrows();
      onClose();
    },
  });
  const sms = useSentCode(() => calls.sendEscrowCode({ id }), form.refuse);
  return (
    <Modal open title="付款到担保" onCancel={onClose} footer={null}>
      <form className="service-form" {...form.props}>
        <p>
          从钱包付 <MoneyOf value={amount} /> 到平台担保，您确认后才放款给 {otherName}
        </p>
        {form.message && <Notice tone="danger" title={form.message} />}
        <CodeField
          label="短信验证码"
          hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这个对方和金额有效"}
          {...form.bind("verifyCode")}
          {...sms.field}
          onSend={sms.askAtOnce}
        />
        <LightButton type="submit" variant="primary" loading={form.busy}>
          付款 {moneyText(formatMoney(amount), amount.currency)}
        </LightButton>
      </form>
    </Modal>
  );
}
