import type { CapabilityFacts } from "../capability-facts.ts";

export const walletsFacts = {
  reasons: {
    "wallet.funded": "转入钱包",
    "wallet.transfer": "钱包转账",
  },
} as const satisfies CapabilityFacts;
