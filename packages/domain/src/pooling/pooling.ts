import { defineLifecycle } from "../lifecycle.ts";

/** Money of several receiving accounts brought together in one: looked at first, then confirmed within minutes. */
export const fundsMergerLifecycle = defineLifecycle({
  name: "资金归集",
  initial: "previewed",
  states: {
    previewed: { label: "待确认", tone: "info" },
    merged: { label: "已归集", tone: "success" },
    lapsed: { label: "已失效", tone: "neutral" },
  },
  groups: { open: ["previewed"], moving: [], ended: ["merged", "lapsed"] },
  stored: {
    table: "funds_merger",
    reachedAt: { merged: "merged_at" },
    columns: ["posting_id", "target_before_minor"],
  },
  actions: {
    confirm: { label: "确认归集", from: ["previewed"], to: "merged", by: "merchant" },
    lapse: { label: "过期", from: ["previewed"], to: "lapsed", by: "system" },
  },
});
export type FundsMergerState = keyof typeof fundsMergerLifecycle.states;

export const POOLING_PREVIEW_MINUTES = 10;
export const POOLING_MOST_SOURCES = 50;
