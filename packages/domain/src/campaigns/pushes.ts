import { defineLifecycle } from "../lifecycle.ts";

/** Telling merchants of a campaign. */
export const pushLifecycle = defineLifecycle({
  name: "活动推送",
  initial: "waiting",
  states: {
    waiting: { label: "待发送", tone: "info" },
    sending: { label: "发送中", tone: "info" },
    done: { label: "已发完", tone: "success" },
    stopped: { label: "已停止", tone: "neutral" },
  },
  groups: { open: [], moving: ["waiting", "sending"], ended: ["done", "stopped"] },
  actions: {
    begin: { label: "开始发送", from: ["waiting"], to: "sending", by: "system" },
    finish: { label: "发完", from: ["sending"], to: "done", by: "system" },
    lapse: { label: "活动已结束，停止", from: ["waiting", "sending"], to: "stopped", by: "system" },
    stop: { label: "停止", from: ["waiting", "sending"], to: "stopped", by: "finance" },
  },
  stored: { table: "campaign_push", key: ["id"], changedAt: "changed_at" },
});
/** How long the words of a push may be, and why it is sent. */
export const PUSH_WORDS = { title: 30, body: 120, reason: 100 } as const;
export type PushState = keyof typeof pushLifecycle.states;
