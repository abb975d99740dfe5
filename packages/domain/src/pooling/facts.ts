import type { CapabilityFacts } from "../capability-facts.ts";

export const poolingFacts = {
  reasons: {
    "pooling.merged": "资金归集",
  },
} as const satisfies CapabilityFacts;
