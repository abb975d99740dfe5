import type { CapabilityFacts } from "../capability-facts.ts";

export const approvalsFacts = {
  auditActions: {
    "approval.proposed": "提出变更",
    "approval.approved": "复核通过变更",
    "approval.rejected": "驳回变更",
    "approval.withdrawn": "撤回变更",
  },
  desks: ["approvals"],
} as const satisfies CapabilityFacts;
