import type { LoanDetail } from "@coralhub/contract";
import { formatMoney, LOAN_CURRENCY, LOAN_PAPERS, readAmount } from "@coralhub/domain";
import { moneyText, Notice, toast } from "@coralhub/ui";
import { Button as LightButton, CodeField, TextField } from "@coralhub/ui/light";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Modal, Radio } from "antd";
import { useState } from "react";
import { PaperTiles } from "../../platform/paper-tile.tsx";
import { SentTo } from "../../platform/sent-to.tsx";
import { MoneyOf } from "../../platform/show.tsx";
import { codeMistake } from "../../platform/typing-mistakes.ts";
import { useForm } from "../../platform/use-form.ts";
import { useSentCode } from "../../platform/use-sent-code.ts";
import { calls, refreshLoans } from "./loan-calls.ts";
import { PlanSummary } from "./apply-form.tsx";

const MOST_PAPERS = 10;
type DialogProps = { loan: LoanDetail; onClose: () => void };

export function AnswerDialog({ loan: { id, reason }, onClose }: DialogProps) {
  const [answer, setAnswer] = useState("");
  const [papers, setPapers] = useState<readonly string[]>([]);
  const send = useMutation({
    mutationFn: () => calls.answerLoan({ id, answer, papers: [...papers] }),
    onSuccess: async () => {
      toast.done("已提交，继续审批");
      await refreshLoans();
      onClose();
    },
  });
  return (
    <Modal
      open
      title="补充资料"
      onCancel={onClose}
      okText="提交"
      cancelText="取消"
      confirmLoading={send.isPending}
      onOk={() => send.mutate()}
    >
      <div className="service-stack">
        {send.error && <Notice tone="danger" title={send.error.message} />}
        <p>{reason}</p>
        <Input.TextArea aria-label="说明" rows={4} value={answer} onChange={(event) => setAnswer(event.target.value)} />
        <PaperTiles
          label={LOAN_PAPERS.other.label}
          most={MOST_PAPERS}
          upload={(file) => calls.uploadLoanPaper({ file, paper: "other" })}
          onChange={setPapers}
        />
      </div>
    </Modal>
  );
}

/** The plan and the price once more, then the code. */
export function SignDialog({ loan, onClose }: DialogProps) {
  const { id, amount, rate, termMonths, way } = loan;
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
      await calls.signLoan({ id, verifyCode });
      toast.done("已签约，等待放款");
      await refreshLoans();
      onClose();
    },
  });
  const sms = useSentCode(() => calls.sendLoanCode({ id }), form.refuse);
  return (
    <Modal open title="签约" onCancel={onClose} footer={null}>
      <form className="service-form" {...form.props}>
        <p>
          借款 <MoneyOf value={amount} />
          ，年利率 {rate}%，{termMonths} 个月
        </p>
        <PlanSummary terms={{ rate, termMonths, way }} principal={amount.minor} />
        {form.message && <Notice tone="danger" title={form.message} />}
        <CodeField
          label="短信验证码"
          hint={sms.sentTo ? <SentTo to={sms.sentTo} /> : "验证码只对这笔借款有效，提交即签署借款合同"}
          {...form.bind("verifyCode")}
          {...sms.field}
          onSend={sms.askAtOnce}
        />
        <LightButton type="submit" variant="primary" loading={form.busy}>
          签约并放款 {moneyText(formatMoney(amount), amount.currency)}
        </LightButton>
      </form>
    </Modal>
  );
}

export function RepayDialog({ loan: { id, due, payoff }, onClose }: DialogProps) {
  const [kind, setKind] = useState<"due" | "all" | "part">(due.minor > 0n ? "due" : "all");
  const [text, setText] = useState("");
  const typed = readAmount(text, LOAN_CURRENCY);
  const amount = kind === "all" ? null : kind === "due" ? due : (typed.amount ?? null);
  const send = useMutation({
    mutationFn: () => calls.repayLoan({ id, amount }),
    onSuccess: async ({ taken }) => {
      toast.done(`已还款 ${moneyText(formatMoney(taken), taken.currency)}`);
      await refreshLoans();
      onClose();
    },
  });
  return (
    <Modal open title="还款" onCancel={onClose} footer={null}>
      <div className="service-stack">
        {send.error && <Notice tone="danger" title={send.error.message} />}
        <Radio.Group
          className="service-choices"
          value={kind}
          onChange={(event) => setKind(event.target.value as "due")}
        >
          {due.minor > 0n && (
            <Radio value="due">
              还到期的 <MoneyOf value={due} />
            </Radio>
          )}
          <Radio value="all">
            一次结清 <MoneyOf value={payoff} />
            <span className="service-note">按实际用款天数计息，不收违约金</span>
          </Radio>
          <Radio value="part">
            指定金额
            <span className="service-note">先还到期的，多出的提前还本金</span>
          </Radio>
        </Radio.Group>
        {kind === "part" && (
          <TextField
            label="还多少"
            inputMode="decimal"
            autoComplete="off"
            prefix={LOAN_CURRENCY}
            value={text}
            error={typed.problem}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Button
          type="primary"
          loading={send.isPending}
          disabled={kind === "part" && !typed.amount}
          onClick={() => send.mutate()}
        >
          从钱包还款
        </Button>
      </div>
    </Modal>
  );
}
