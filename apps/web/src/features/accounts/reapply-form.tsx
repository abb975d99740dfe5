import type { ReceivingAccountDetail } from "@coralhub/contract";
import { Notice, Panel, toast } from "@coralhub/ui";
import { useMutation } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useId, useState } from "react";
import { refreshMoney } from "../../platform/refresh-money.ts";
import { formCalls } from "./accounts-calls.ts";

/** Asks the bank again, under the name as it should be. */
export function ReapplyForm({ account: { id, holderName } }: { account: ReceivingAccountDetail }) {
  const [name, setName] = useState(holderName);
  const [problem, setProblem] = useState<string>();
  const field = useId();
  const send = useMutation({
    mutationFn: () => formCalls.reapplyReceivingAccount({ id, holderName: name.trim() }),
    onSuccess: () => {
      toast.done("已重新申请");
      return refreshMoney();
    },
    onError: (error) => setProblem(error.message),
  });
  return (
    <Panel title="重新申请">
      <div className="account-reapply">
        {problem && <Notice tone="danger" title={problem} />}
        <label htmlFor={field} className="type-label">
          户名
        </label>
        <Input
          id={field}
          value={name}
          maxLength={140}
          onChange={(event) => {
            setProblem(undefined);
            setName(event.target.value);
          }}
        />
        <p className="account-note">与营业执照或证件上的英文名逐字一致，包括逗号和句点</p>
        <Button
          type="primary"
          loading={send.isPending}
          onClick={() => (name.trim().length < 2 ? setProblem("请填写户名") : send.mutate())}
        >
          重新申请
        </Button>
      </div>
    </Panel>
  );
}
