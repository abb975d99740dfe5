import type { CapabilityFacts } from "../capability-facts.ts";

export const messagesFacts = {
  jobs: { "messages.digest": "发送待办摘要邮件" },
} as const satisfies CapabilityFacts;
