import type { CapabilityFacts } from "../capability-facts.ts";
import { HOME_EVENTS } from "./events.ts";

export const homeFacts = {
  jobs: { "home.publish-notices": "发布公告并通知商户" },
  auditActions: {
    "notice.written": "写公告",
    "notice.changed": "修改未发布的公告",
    "notice.withdrawn": "撤回公告",
  },
  messages: HOME_EVENTS,
} as const satisfies CapabilityFacts;
