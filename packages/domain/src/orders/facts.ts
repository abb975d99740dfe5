import type { CapabilityFacts } from "../capability-facts.ts";
import { ORDERS_EVENTS } from "./events.ts";

export const ordersFacts = {
  reasons: {
    "quota.granted": "授予订单额度",
    "quota.consumed": "使用订单额度",
  },
  messages: ORDERS_EVENTS,
} as const satisfies CapabilityFacts;
