import type { CapabilityFacts } from "../capability-facts.ts";

export const pricesFacts = {
  auditActions: {
    "fee.rule_set": "调整收费规则",
  },
  approvals: { "fee.rule": "调整收费规则" },
  reasons: {
    "fee.charged": "收取手续费",
    "fee.refunded": "退还手续费",
  },
} as const satisfies CapabilityFacts;
