import type { CapabilityFacts } from "../capability-facts.ts";
import { HOME_EVENTS } from "./events.ts";

export const homeFacts = {
  messages: HOME_EVENTS,
} as const satisfies CapabilityFacts;
