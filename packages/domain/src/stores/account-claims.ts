import { defineLifecycle } from "../lifecycle.ts";

/** A platform's account that is tied to another merchant's store: who says it is theirs proves it, a reviewer decides. */
export const accountClaimLifecycle = defineLifecycle({
  name: "平台账号归属",
  initial: "found",
  states: {
    found: { label: "待提交证明", tone: "warning" },
    submitted: { label: "核实中", tone: "info" },
    granted: { label: "核实通过", tone: "success" },
    declined: { label: "没有通过", tone: "danger" },
    closed: { label: "不再需要", tone: "neutral" },
  },
  groups: { open: ["found", "declined"], moving: ["submitted"], ended: ["granted", "closed"] },
  stored: {
    table: "account_claim",
    reachedAt: { submitted: "submitted_at" },
    timeline: true,
    columns: ["statement", "file_ids", "decided_at", "decided_by", "answer", "connector", "account"],
  },
  actions: {
    submit: { label: "提交证明", from: ["found", "declined"], to: "submitted", by: "merchant" },
    grant: {
      label: "转给申请人",
      from: ["submitted"],
      to: "granted",
      by: "reviewer",
      tells: "connection.claimGranted",
    },
    decline: {
      label: "不通过",
      from: ["submitted"],
      to: "declined",
      by: "reviewer",
      tells: "connection.claimDeclined",
    },
    // The store is gone, is another platform's by now, or was tied to an account after all.
    close: { label: "不再需要", from: ["found", "submitted", "declined"], to: "closed", by: "system" },
  },
});
export type AccountClaimState = keyof typeof accountClaimLifecycle.states;
