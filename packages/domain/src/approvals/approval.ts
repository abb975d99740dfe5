import { defineLifecycle } from "../lifecycle.ts";

/** What one operator proposes and another one puts into force: prices, alarms, whatever a capability names. */
export const approvalLifecycle = defineLifecycle({
  name: "复核",
  initial: "pending",
  states: {
    pending: { label: "待复核", tone: "warning" },
    approved: { label: "已通过", tone: "success" },
    rejected: { label: "已驳回", tone: "danger" },
    withdrawn: { label: "已撤回", tone: "neutral" },
  },
  groups: { open: ["pending"], moving: [], ended: ["approved", "rejected", "withdrawn"] },
  stored: {
    table: "approval",
    key: ["id"],
    reachedAt: { approved: "decided_at", rejected: "decided_at", withdrawn: "decided_at" },
    columns: ["decided_by", "note"],
  },
  actions: {
    approve: { label: "复核通过", from: ["pending"], to: "approved", by: "finance" },
    reject: { label: "驳回", from: ["pending"], to: "rejected", by: "finance" },
    withdraw: { label: "撤回", from: ["pending"], to: "withdrawn", by: "finance" },
  },
});
export type ApprovalDecision = keyof typeof approvalLifecycle.actions;
/** One line of what is proposed, as the second operator reads it. */
export type ApprovalFact = { label: string; value: string };
