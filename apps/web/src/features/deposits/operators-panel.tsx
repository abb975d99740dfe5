import type { DepositOpening, PartnerOperator } from "@coralhub/contract";
import { CODE_RULES, MOST_OPERATORS, OPERATOR_DUTIES, OPERATOR_DUTY_NAMES, type OperatorDuty } from "@coralhub/domain";
import { Notice, Panel, toast } from "@coralhub/ui";
import { TextField } from "@coralhub/ui/light";
import { useMutation, useQuery } from "@tanstack/react-query";
import { AutoComplete, Button, Popconfirm, Select } from "antd";
import { useId, useState } from "react";
import { codeMistake, emailMistake } from "../../platform/typing-mistakes.ts";
import { inForm, membersQuery, refreshDeposits } from "./deposit-calls.ts";

const DUTIES = OPERATOR_DUTY_NAMES.map((value) => ({ value, label: OPERATOR_DUTIES[value] }));

/** Who speaks for the company; people the certification knows are offered. */
export function OperatorsPanel({ operators }: { operators: readonly PartnerOperator[] }) {
  const remove = useMutation({
    mutationFn: (id: string) => inForm.removeOperator({ id }),
    onSuccess: refreshDeposits,
  });
  return (
    <Panel title="经办人" intro="代表公司办理存款的人。提交后会给每人的邮箱发一个验证码">
      <div className="deposit-form">
        {remove.error && <Notice tone="danger" title={remove.error.message} />}
        {operators.length > 0 && (
          <ul className="deposit-people">
            {operators.map(({ id, name, duty, email }) => (
              <li key={id}>
                <span>
                  {name}
                  <span className="deposit-note">
                    {OPERATOR_DUTIES[duty]}，{email}
                  </span>
                </span>
                <Button size="small" loading={remove.isPending} onClick={() => remove.mutate(id)}>
                  移除
                </Button>
              </li>
            ))}
          </ul>
        )}
        {operators.length < MOST_OPERATORS && <AddOperator key={operators.length} />}
      </div>
    </Panel>
  );
}

function AddOperator() {
  const id = useId();
  const members = useQuery(membersQuery);
  const [name, setName] = useState("");
  const [duty, setDuty] = useState<OperatorDuty>("maker");
  const [email, setEmail] = useState("");
  const [tried, setTried] = useState(false);
  const add = useMutation({
    mutationFn: () => inForm.saveOperator({ name: name.trim(), duty, email: email.trim() }),
    onSuccess: refreshDeposits,
  });
  const nameProblem = name.trim().length < 2 ? "请填写经办人姓名" : undefined;
  const emailProblem = emailMistake(email);
  return (
    <form
      className="deposit-person"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setTried(true);
        if (nameProblem === undefined && emailProblem === undefined) add.mutate();
      }}
    >
      {add.error && <Notice tone="danger" title={add.error.message} />}
      <div className="deposit-field">
        <label htmlFor={`${id}-name`}>姓名</label>
        <AutoComplete
          id={`${id}-name`}
          value={name}
          onChange={setName}
          status={tried && nameProblem ? "error" : ""}
          options={(members.data ?? []).map((one) => ({ value: one.name, label: `${one.name}（${one.role}）` }))}
        />
        {tried && nameProblem && (
          <span className="deposit-problem" role="alert">
            {nameProblem}
          </span>
        )}
      </div>
      <div className="deposit-field">
        <label htmlFor={`${id}-duty`}>职责</label>
        <Select id={`${id}-duty`} value={duty} options={DUTIES} onChange={setDuty} />
      </div>
      <TextField
        label="邮箱"
        type="email"
        autoComplete="off"
        value={email}
        error={tried ? emailProblem : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button htmlType="submit" loading={add.isPending}>
        添加经办人
      </Button>
    </form>
  );
}

/** Each of them has a code in the mail; with the last one the papers go to the bank. A wrong address can be put right here. */
export function VerifyOperators({ opening: { operators } }: { opening: DepositOpening }) {
  const remove = useMutation({
    mutationFn: (id: string) => inForm.removeOperator({ id }),
    onSuccess: refreshDeposits,
  });
  // Without the only one who is still missing, nothing keeps the papers here.
  const isLastToVerify = operators.filter(({ verifiedAt }) => verifiedAt === null).length === 1;
  return (
    <Panel title="经办人验证" intro="请把每位经办人邮箱收到的验证码填在这里">
      {remove.error && <Notice tone="danger" title={remove.error.message} />}
      <ul className="deposit-people">
        {operators.map((operator) => (
          <li key={operator.id}>
            <span>
              {operator.name}
              <span className="deposit-note">{operator.email}</span>
              {!operator.verifiedAt && <CorrectAddress key={operator.email} operator={operator} />}
              {!operator.verifiedAt && operators.length > 1 && (
                <Popconfirm
                  title={`移除经办人 ${operator.name}？`}
                  description={
                    isLastToVerify ? "其余经办人都已验证，移除后资料立即提交合作银行，不能再修改" : "移除后不能恢复"
                  }
                  okText={isLastToVerify ? "移除并提交" : "移除"}
                  cancelText="取消"
                  onConfirm={() => remove.mutate(operator.id)}
                >
                  <Button size="small" loading={remove.isPending}>
                    移除
                  </Button>
                </Popconfirm>
              )}
            </span>
            {operator.verifiedAt ? <span className="deposit-done">已验证</span> : <VerifyOne operator={operator} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function CorrectAddress({ operator: { id, name, duty } }: { operator: PartnerOperator }) {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => inForm.saveOperator({ id, name, duty, email: email.trim() }),
    onSuccess: () => {
      setOpen(false);
      toast.done(`验证码已发到 ${name} 的新邮箱`);
      return refreshDeposits();
    },
  });
  const problem = emailMistake(email);
  if (!open) {
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        更正邮箱
      </Button>
    );
  }
  return (
    <form
      className="deposit-verify"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === undefined) save.mutate();
      }}
    >
      <TextField
        label={`${name} 的新邮箱`}
        type="email"
        autoComplete="off"
        value={email}
        error={(tried ? problem : undefined) ?? save.error?.message}
        onChange={(event) => {
          setEmail(event.target.value);
          save.reset();
        }}
      />
      <Button htmlType="submit" loading={save.isPending}>
        保存并发送验证码
      </Button>
    </form>
  );
}

function VerifyOne({ operator: { id, name } }: { operator: PartnerOperator }) {
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const verify = useMutation({ mutationFn: () => inForm.verifyOperator({ id, code }), onSuccess: refreshDeposits });
  const resend = useMutation({
    mutationFn: () => inForm.resendOperatorCode({ id }),
    onSuccess: () => toast.done(`验证码已重新发给 ${name}`),
  });
  const problem = (tried ? codeMistake(code) : undefined) ?? verify.error?.message ?? resend.error?.message;
  return (
    <form
      className="deposit-verify"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (codeMistake(code) === undefined) verify.mutate();
      }}
    >
      <TextField
        label={`${name} 的验证码`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={CODE_RULES.digits}
        value={code}
        error={problem}
        onChange={(event) => {
          setCode(event.target.value);
          verify.reset();
        }}
      />
      <Button htmlType="submit" type="primary" loading={verify.isPending}>
        验证
      </Button>
      <Button loading={resend.isPending} onClick={() => resend.mutate()}>
        重新发送
      </Button>
    </form>
  );
}
