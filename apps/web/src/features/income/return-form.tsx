import type { IncomeDetail } from "@coralhub/contract";
import { Notice, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { MoneyOf } from "../../platform/show.tsx";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { formCalls } from "./income-calls.ts";

/** The merchant would rather have it sent back to whoever paid. */
export function ReturnForm({ detail, onDone }: { detail: IncomeDetail; onDone: () => void }) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const send = useMutation({
    mutationFn: () => formCalls.askReturn({ id: detail.id, reason }),
    onSuccess: async () => {
      toast.done("已申请退回");
      await refreshMoney();
      onDone();
    },
    onError: (error) => setProblem(error.message),
  });
  const words = reason.trim();
  return (
    <section className="income-answer" aria-label="申请退回">
      {problem && <Notice tone="danger" title={problem} />}
      <p className="income-answer-intro">
        <MoneyOf value={detail.amount} /> 会原路退回 {detail.payerName}，由两位同事复核后办理，退回后不能撤销
      </p>
      <div className="income-note">
        <label htmlFor={id} className="type-label">
          为什么退回
        </label>
        <Input.TextArea
          id={id}
          rows={2}
          maxLength={200}
          value={reason}
          onChange={(event) => {
            setProblem(undefined);
            setReason(event.target.value);
          }}
        />
      </div>
      <div className="income-answer-actions">
        <Button
          danger
          loading={send.isPending}
          onClick={() => (words.length < 2 ? setProblem("请写明原因") : send.mutate())}
        >
          申请退回
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </section>
  );
}
