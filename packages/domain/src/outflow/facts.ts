import type { CapabilityFacts } from "../capability-facts.ts";

export const outflowFacts = {
  auditActions: {
    "outflow.rechecked": "复查被拦下的出款",
    "outflow.released": "放行被拦下的出款",
  },
  approvals: { "outflow.release": "放行被拦下的出款" },
  desks: ["heldSends"],
} as const satisfies CapabilityFacts;
