import { depositPartnerEndpoints, type CallInput } from "@coralhub/contract";
import {
  SANDBOX_OPENING_PLANS,
  SANDBOX_PLACEMENT_PLANS,
  type SandboxOpeningPlan,
  type SandboxPlacementPlan,
} from "@coralhub/domain";
import { toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Select } from "antd";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";
import { PartnerRequest } from "./partner-request.tsx";
import { planOptions } from "./plan-options.ts";

const partner = connect(depositPartnerEndpoints);
const settingsQuery = queryOptions({
  queryKey: ["sandbox", "depositPartner"],
  queryFn: () => partner.depositPartnerSettings({}),
});
const requestsQuery = queryOptions({
  queryKey: ["sandbox", "depositPartnerRequests"],
  queryFn: () => partner.depositPartnerRequests({}),
});
/** What the deposit partner does with the next requests, and with one it already has. */
export function DepositPartnerCard() {
  return (
    <div className="sandbox-rows">
      <Plans />
      <OneRequest />
    </div>
  );
}

function Plans() {
  const { data } = useQuery(settingsQuery);
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (settings: CallInput<typeof depositPartnerEndpoints.setDepositPartnerSettings.input>) =>
      partner.setDepositPartnerSettings(settings),
    onSuccess: () => toast.done("已设定"),
    onError: (error) => toast.failed(problemText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  if (!data) return null;
  return (
    <div className="sandbox-card-form">
      <Select<SandboxOpeningPlan>
        className="sandbox-plan"
        aria-label="怎样处理开户"
        value={data.openings}
        options={planOptions(SANDBOX_OPENING_PLANS, "开户")}
        onChange={(openings) => set.mutate({ ...data, openings })}
      />
      <Select<SandboxPlacementPlan>
        className="sandbox-plan"
        aria-label="怎样处理存款"
        value={data.placements}
        options={planOptions(SANDBOX_PLACEMENT_PLANS, "存款")}
        onChange={(placements) => set.mutate({ ...data, placements })}
      />
    </div>
  );
}

const DECISIONS = {
  opening: [
    { decision: "accept", label: "通过" },
    { decision: "ask", label: "追问" },
    { decision: "refuse", label: "不通过" },
  ],
  placement: [
    { decision: "accept", label: "受理" },
    { decision: "refuse", label: "不受理" },
  ],
} as const;

function OneRequest() {
  const { data = [], isPending } = useQuery(requestsQuery);
  return (
    <PartnerRequest
      withoutAmount="开户"
      what="合作银行收到的业务"
      nothing="合作银行还没有收到业务"
      requests={data}
      loading={isPending}
      steps={({ kind }) => DECISIONS[kind]}
      decide={partner.decidePartnerRequest}
    />
  );
}
