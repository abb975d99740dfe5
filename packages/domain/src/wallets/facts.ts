import type { CapabilityFacts } from "../capability-facts.ts";

export const walletsFacts = {
  reasons: {
    "wallet.transfer": "钱包转账",
  },
} as const satisfies CapabilityFacts;
