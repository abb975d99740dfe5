import { APPROVAL_KINDS, APPROVALS, approvalLifecycle, stateNames, type ApprovalDecision } from "@coralhub/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const DECISIONS = Object.keys(approvalLifecycle.actions) as [ApprovalDecision, ...ApprovalDecision[]];
const finance = { family: "ops", access: "operator:finance" } as const;

export const approvalList = defineList({
  title: "待复核的变更",
  row: z.object({
    id: z.uuid(),
    kind: z.enum(APPROVAL_KINDS),
    what: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    reason: z.string(),
    state: z.enum(stateNames(approvalLifecycle)),
    proposedBy: z.uuid(),
    proposedAt: wireTime,
    decidedBy: z.uuid().nullable(),
    decidedAt: wireTime.nullable(),
    note: z.string().nullable(),
  }),
  columns: {
    proposedAt: { header: "提出时间", as: "time" },
    kind: { header: "变更", as: "code" },
    what: { header: "内容" },
    reason: { header: "原因" },
    state: { header: "状态", as: "state", lifecycle: approvalLifecycle },
    decidedAt: { header: "复核时间", as: "time" },
    note: { header: "复核意见" },
  },
  filters: {
    state: filter.state("状态", approvalLifecycle),
    kind: filter.choice(
      "变更",
      Object.entries(APPROVALS).map(([value, label]) => ({ value, label })),
    ),
    proposedAt: filter.dateRange("提出时间"),
  },
  sort: ["proposedAt"],
});

/** What a call answers that proposes instead of doing. */
export const proposed = z.object({ approvalId: z.uuid() });

export const approvalEndpoints = {
  approvals: endpoint({
    ...finance,
    method: "POST",
    path: "/approvals/list",
    title: "待复核的变更",
    input: listInput(approvalList),
    output: listOutput(approvalList),
  }),
  decideApproval: endpoint({
    ...finance,
    method: "POST",
    path: "/approvals/{id}/decide",
    title: "复核变更",
    decidesOnMoney: true,
    idempotent: true,
    input: z
      .object({ id: z.uuid(), decision: z.enum(DECISIONS), note: z.string().trim().max(500).default("") })
      .refine(({ decision, note }) => decision !== "reject" || note !== "", {
        path: ["note"],
        message: "请写明驳回原因",
      }),
    output: z.object({ state: z.enum(stateNames(approvalLifecycle)) }),
  }),
};
