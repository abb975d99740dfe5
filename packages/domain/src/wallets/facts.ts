import type { CapabilityFacts } from "../capability-facts.ts";
import { WALLET_EVENTS } from "./events.ts";

export const walletsFacts = {
  jobs: {
    "wallets.sweep": "自动转入钱包、清理未验证的转账",
  },
  reasons: {
    "wallet.funded": "转入钱包",
    "wallet.transfer": "钱包转账",
  },
  messages: WALLET_EVENTS,
} as const satisfies CapabilityFacts;
