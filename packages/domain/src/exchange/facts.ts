import type { CapabilityFacts } from "../capability-facts.ts";
import { EXCHANGE_EVENTS } from "./events.ts";

export const exchangeFacts = {
  reasons: {
    "fx.exchanged": "货币兑换",
  },
  messages: EXCHANGE_EVENTS,
} as const satisfies CapabilityFacts;
