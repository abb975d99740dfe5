import { mybankControlEndpoints } from "@coralhub/contract";
import { SANDBOX_MYBANK_PLANS, type SandboxMybankPlan } from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";

const bank = connect(mybankControlEndpoints);
const settingsQuery = queryOptions({ queryKey: ["sandbox", "mybank"], queryFn: () => bank.mybankSettings({}) });
const applicationsQuery = queryOptions({
  queryKey: ["sandbox", "mybankApplications"],
  queryFn: () => bank.mybankApplications({}),
});
const PLANS = Object.entries(SANDBOX_MYBANK_PLANS).map(([value, label]) => ({ value, label: `绑定：${label}` }));
const DECISIONS = { accept: "同意", refuse: "不同意", unbind: "解除" } as const;

/** What 网商银行 does with the next bindings, and with one it already has. */
export function MybankCard() {
  const queries = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const { data: applications = [] } = useQuery(applicationsQuery);
  const [reference, setReference] = useState<string>();
  const after = {
    onSuccess: () => toast.done("已设定"),
    onError: (error: Error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  };
  const set = useMutation({
    mutationFn: (plan: SandboxMybankPlan) => bank.setMybankSettings({ plan, delaySeconds: data!.delaySeconds }),
    ...after,
  });
  const decide = useMutation({
    mutationFn: (decision: keyof typeof DECISIONS) => bank.decideMybank({ reference: reference!, decision }),
    ...after,
  });
  return (
    <div className="sandbox-rows">
      {data && (
        <Select
          className="sandbox-plan"
          aria-label="怎样处理绑定"
          value={data.plan}
          options={PLANS}
          onChange={(plan: string) => set.mutate(plan as SandboxMybankPlan)}
        />
      )}
      <div className="sandbox-card-form">
        <Select
          className="sandbox-plan"
          aria-label="哪个绑定"
          placeholder={applications.length === 0 ? "还没有绑定申请" : "选一个绑定"}
          {...(reference && { value: reference })}
          options={applications.map((one) => ({ value: one.reference, label: `${one.holder} 尾号 ${one.accountEnd}` }))}
          onChange={setReference}
        />
        {(Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]).map((decision) => (
          <Button key={decision} disabled={!reference} onClick={() => decide.mutate(decision)}>
            {DECISIONS[decision]}
          </Button>
        ))}
      </div>
    </div>
  );
}
