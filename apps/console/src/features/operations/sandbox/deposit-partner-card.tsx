import { depositPartnerEndpoints, type CallInput } from "@coralhub/contract";
import {
  moneyText,
  SANDBOX_OPENING_PLANS,
  SANDBOX_PLACEMENT_PLANS,
  type PartnerNoticeOutcome,
  type SandboxOpeningPlan,
  type SandboxPlacementPlan,
} from "@coralhub/domain";
import { Notice, toast } from "@coralhub/ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { connect } from "../../../platform/api.ts";
import { problemText } from "../../../platform/refusal-fields.ts";

const partner = connect(depositPartnerEndpoints);
const settingsQuery = queryOptions({
  queryKey: ["sandbox", "depositPartner"],
  queryFn: () => partner.depositPartnerSettings({}),
});
const requestsQuery = queryOptions({
  queryKey: ["sandbox", "depositPartnerRequests"],
  queryFn: () => partner.depositPartnerRequests({}),
});
const optionsOf = (plans: Readonly<Record<string, string>>, what: string) =>
  Object.entries(plans).map(([value, label]) => ({ value, label: `${what}：${label}` }));

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
        options={optionsOf(SANDBOX_OPENING_PLANS, "开户") as { value: SandboxOpeningPlan; label: string }[]}
        onChange={(openings) => set.mutate({ ...data, openings })}
      />
      <Select<SandboxPlacementPlan>
        className="sandbox-plan"
        aria-label="怎样处理存款"
        value={data.placements}
        options={optionsOf(SANDBOX_PLACEMENT_PLANS, "存款") as { value: SandboxPlacementPlan; label: string }[]}
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
const OUTCOMES: Record<PartnerNoticeOutcome, string> = {
  taken: "已处理",
  repeated: "认出重复，没有再记账",
  unknown: "没有这笔业务",
  contradicted: "与之前说的相反，没有记账，等人核对",
};

function OneRequest() {
  const { data = [], isPending } = useQuery(requestsQuery);
  const [reference, setReference] = useState<string>();
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (wish: CallInput<typeof depositPartnerEndpoints.decidePartnerRequest.input>) =>
      partner.decidePartnerRequest(wish),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sandbox"] }),
  });
  const chosen = data.find((request) => request.reference === reference);
  const steps =
    chosen?.state === "taken" ? DECISIONS[chosen.kind] : ([{ decision: "tellAgain", label: "再通知一次" }] as const);
  return (
    <div className="sandbox-card-form">
      <div className="sandbox-choice">
        <Select
          aria-label="合作银行收到的业务"
          placeholder="选择一件"
          loading={isPending}
          notFoundContent="合作银行还没有收到业务"
          showSearch={{ optionFilterProp: "label" }}
          value={reference ?? null}
          options={data.map((request) => ({
            value: request.reference,
            label: `${request.amount ? moneyText(request.amount) : "开户"} ${request.about}`,
          }))}
          onChange={(next: string | null) => setReference(next ?? undefined)}
        />
        {decide.data && (
          <p className="second-line" role="status">
            {decide.data.outcomes.map((outcome) => OUTCOMES[outcome]).join("，")}
          </p>
        )}
        {decide.error && <Notice tone="danger" title={problemText(decide.error)} />}
      </div>
      {chosen && (
        <div className="sandbox-quick">
          {steps.map(({ decision, label }) => (
            <Button
              key={decision}
              loading={decide.isPending}
              onClick={() => decide.mutate({ reference: chosen.reference, decision })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
