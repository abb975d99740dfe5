import type { CapabilityFacts } from "../capability-facts.ts";
import { SERVICES_EVENTS } from "./events.ts";

export const servicesFacts = {
  auditActions: {
    "module.opened": "开通申请：通过",
    "module.declined": "开通申请：不通过",
  },
  messages: SERVICES_EVENTS,
  desks: ["applications"],
} as const satisfies CapabilityFacts;
