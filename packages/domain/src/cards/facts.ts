import type { CapabilityFacts } from "../capability-facts.ts";
import { CARDS_EVENTS } from "./events.ts";

export const cardsFacts = {
  reasons: {
    "card.funded": "卡钱包充值",
    "card.loaded": "卡充值",
    "card.unloaded": "卡余额转回",
    "card.authorised": "卡消费授权",
    "card.released": "卡授权释放",
    "card.settled": "卡消费入账",
    "card.refunded": "卡消费退款",
  },
  messages: CARDS_EVENTS,
} as const satisfies CapabilityFacts;
