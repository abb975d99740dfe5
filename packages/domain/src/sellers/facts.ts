import type { CapabilityFacts } from "../capability-facts.ts";
import { SELLERS_EVENTS } from "./events.ts";

export const sellersFacts = {
  messages: SELLERS_EVENTS,
} as const satisfies CapabilityFacts;
