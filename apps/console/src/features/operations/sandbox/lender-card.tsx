import { lenderEndpoints, type CallInput } from "@coralhub/contract";
import {
  SANDBOX_LENDER_PLANS,
  SANDBOX_PAY_OUT_PLANS,
  SANDBOX_UPLOAD_PLANS,
  type SandboxLenderPlan,
  type SandboxPayOutPlan,
  type SandboxUploadPlan,
} from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";
import { PartnerRequest } from "./partner-request.tsx";
import { planOptions } from "./plan-options.ts";

const lender = connect(lenderEndpoints);
const settingsQuery = queryOptions({ queryKey: ["sandbox", "lender"], queryFn: () => lender.lenderSettings({}) });
const requestsQuery = queryOptions({
  queryKey: ["sandbox", "lenderRequests"],
  queryFn: () => lender.lenderRequests({}),
});
const DECISIONS = {
  application: [
    { decision: "accept", label: "通过" },
    { decision: "ask", label: "追问" },
    { decision: "refuse", label: "不通过" },
  ],
  payOut: [
    { decision: "accept", label: "放款" },
    { decision: "refuse", label: "放款不成功" },
  ],
  upload: [
    { decision: "accept", label: "收下" },
    { decision: "ask", label: "要求说明" },
    { decision: "refuse", label: "退回" },
  ],
} as const;

/** What the lender does with the next applications, payings out and data, and with one it already has. */
export function LenderCard() {
  const { data } = useQuery(settingsQuery);
  const requests = useQuery(requestsQuery);
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (settings: CallInput<typeof lenderEndpoints.setLenderSettings.input>) =>
      lender.setLenderSettings(settings),
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  return (
    <div className="sandbox-rows">
      {data && (
        <div className="sandbox-card-form">
          <Select<SandboxLenderPlan>
            className="sandbox-plan"
            aria-label="怎样处理申请"
            value={data.applications}
            options={planOptions(SANDBOX_LENDER_PLANS, "申请")}
            onChange={(applications) => set.mutate({ ...data, applications })}
          />
          <Select<SandboxPayOutPlan>
            className="sandbox-plan"
            aria-label="怎样放款"
            value={data.payOuts}
            options={planOptions(SANDBOX_PAY_OUT_PLANS, "放款")}
            onChange={(payOuts) => set.mutate({ ...data, payOuts })}
          />
          <Select<SandboxUploadPlan>
            className="sandbox-plan"
            aria-label="怎样处理报送的资料"
            value={data.uploads}
            options={planOptions(SANDBOX_UPLOAD_PLANS, "报送")}
            onChange={(uploads) => set.mutate({ ...data, uploads })}
          />
        </div>
      )}
      <PartnerRequest
        what="资金方收到的申请"
        withoutAmount="报送"
        nothing="资金方还没有收到申请"
        requests={requests.data ?? []}
        loading={requests.isPending}
        steps={({ kind }) => DECISIONS[kind]}
        decide={lender.decideLenderRequest}
      />
    </div>
  );
}
