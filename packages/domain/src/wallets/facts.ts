import type { CapabilityFacts } from "../capability-facts.ts";
import { WALLET_EVENTS } from "./events.ts";

export const walletsFacts = {
  jobs: {
    "wallets.sweep": "自动转入钱包、清理未验证的转账",
  },
  auditActions: {
    "wallet.viewed": "查看商户钱包",
    "wallet.transfer_viewed": "查看钱包转账",
  },
  reasons: {
    "wallet.funded": "转入钱包",
    "wallet.transfer": "钱包转账",
  },
  messages: WALLET_EVENTS,
  apiScopes: {
    "wallets:read": "查看钱包",
    "wallets:write": "转入钱包，填写钱包转账",
  },
  webhookTopics: {
    "wallet.transferred": { label: "钱包转账完成", when: ["wallet_transfer.confirm"] },
  },
} as const satisfies CapabilityFacts;
