import { Notice, toast } from "@coralhub/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Form, Input, type FormInstance } from "antd";
import { useState, type ReactNode } from "react";
import { showFieldErrors } from "../../platform/refusal-fields.ts";
import { calls, RECOVERIES, type RecoveryRow } from "./recovery-calls.ts";

type Values = { note: string };
type Opinion = { id: string; accept: boolean; note: string };

/** Sends an opinion; what the server refuses is said beside the field or above the form. */
function useOpinion(form: FormInstance<Values>, send: (opinion: Opinion) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(showFieldErrors(form, error)),
    onSuccess: async () => {
      toast.done(done);
      await queries.invalidateQueries({ queryKey: RECOVERIES });
    },
  });
  return { sending, problem };
}

type ShellProps = {
  form: FormInstance<Values>;
  problem: string | undefined;
  label: string;
  hint: string;
  children: ReactNode;
};

function OpinionShell({ form, problem, label, hint, children }: ShellProps) {
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ note: "" }}
      className="recovery-opinion in-reach"
    >
      {problem && (
        <div className="recovery-problem">
          <Notice tone="danger" title={problem} />
        </div>
      )}
      <Form.Item name="note" label={label} extra={hint}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
      <div className="recovery-actions">{children}</div>
    </Form>
  );
}

const NOTE_LEAST = 4;

/** The first pair of eyes: how the caller was checked, and what follows from it. */
export function ProposeForm({ row }: { row: RecoveryRow }) {
  const [form] = Form.useForm<Values>();
  const { sending, problem } = useOpinion(form, calls.proposeRecovery, "已提交，等另一位同事复核");
  const propose = (accept: boolean) => {
    const note = form.getFieldsValue().note.trim();
    if (note.length >= NOTE_LEAST) sending.mutate({ id: row.id, accept, note });
    else form.setFields([{ name: "note", errors: ["请写明核实方式和依据"] }]);
  };
  const running = (accept: boolean) => sending.isPending && sending.variables.accept === accept;
  return (
    <OpinionShell
      form={form}
      problem={problem}
      label="核实方式和依据"
      hint="例如致电新手机、视频核对证件、核对最近一笔收款；复核的同事会看到"
    >
      <Button onClick={() => propose(false)} loading={running(false)} disabled={sending.isPending}>
        建议不通过
      </Button>
      {row.merchantId !== "" && (
        <Button type="primary" onClick={() => propose(true)} loading={running(true)} disabled={sending.isPending}>
          建议更换手机
        </Button>
      )}
    </OpinionShell>
  );
}

/** The second pair of eyes. Where the first said no there is nothing to agree to but the end. */
export function DecideForm({ row }: { row: RecoveryRow }) {
  const [form] = Form.useForm<Values>();
  const { sending, problem } = useOpinion(form, calls.decideRecovery, "已复核，结果已发到新手机");
  const note = (): string => form.getFieldsValue().note.trim();
  const accept = () => sending.mutate({ id: row.id, accept: true, note: note() });
  const decline = () => {
    if (note() || !row.proposedAccept) sending.mutate({ id: row.id, accept: false, note: note() });
    else form.setFields([{ name: "note", errors: ["请写明不通过的原因，提出的同事会看到"] }]);
  };
  const running = (accepted: boolean) => sending.isPending && sending.variables.accept === accepted;
  return (
    <OpinionShell
      form={form}
      problem={problem}
      label="复核意见"
      hint={
        row.proposedAccept
          ? "通过后立即换成新手机，所有设备退出登录，原密码和通行密钥作废，两步验证关闭，未付出的款取消，定期付款、珊瑚卡和近 30 天的收款账户停下等商户核对，原手机会收到通知；不通过时必填"
          : "核实的同事建议不通过，复核后申请结束，新手机会收到通知"
      }
    >
      <Button
        onClick={decline}
        loading={running(false)}
        disabled={sending.isPending}
        type={row.proposedAccept ? "default" : "primary"}
      >
        复核不通过
      </Button>
      {row.proposedAccept && (
        <Button type="primary" onClick={accept} loading={running(true)} disabled={sending.isPending}>
          复核通过，更换手机
        </Button>
      )}
    </OpinionShell>
  );
}
