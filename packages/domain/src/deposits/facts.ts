import type { CapabilityFacts } from "../capability-facts.ts";

export const depositsFacts = {
  reasons: {
    "deposit.placed": "定存存入",
    "deposit.accrued": "计提利息",
    "deposit.matured": "定存到期",
    "deposit.broken": "定存提前支取",
  },
} as const satisfies CapabilityFacts;
