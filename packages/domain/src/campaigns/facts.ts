import type { CapabilityFacts } from "../capability-facts.ts";

export const campaignsFacts = {
  reasons: {
    "promotion.paid": "营销奖励",
  },
} as const satisfies CapabilityFacts;
