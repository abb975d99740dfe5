import { defineLifecycle } from "../lifecycle.ts";

/** A merchant who lost the phone asks for the way back; one reviewer proposes, another decides. */
export const recoveryLifecycle = defineLifecycle({
  name: "recovery",
  initial: "requested",
  states: {
    requested: { label: "待核实", tone: "info" },
    proposed: { label: "待复核", tone: "warning" },
    accepted: { label: "已更换手机", tone: "success" },
    declined: { label: "未通过", tone: "danger" },
  },
  groups: { open: ["requested", "proposed"], moving: [], ended: ["accepted", "declined"] },
  stored: {
    table: "account_recovery",
    key: ["id"],
    reachedAt: { proposed: "proposed_at", accepted: "decided_at", declined: "decided_at" },
    columns: ["proposed_by", "proposed_accept", "proposal_note", "decided_by", "decision_note"],
  },
  actions: {
    propose: { label: "提出意见", from: ["requested"], to: "proposed", by: "operator" },
    accept: { label: "复核通过", from: ["proposed"], to: "accepted", by: "operator" },
    decline: { label: "复核不通过", from: ["proposed"], to: "declined", by: "operator" },
  },
});
export type RecoveryState = keyof typeof recoveryLifecycle.states;
