import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about it. */
export const CARDS_EVENTS = {
  "card.declined": {
    label: "珊瑚卡交易被拒",
    category: "card",
    topic: "card",
    title: "珊瑚卡 {card} 一笔 {amount} 被拒",
    body: "{reason}",
    channels: TELL.card,
  },
} as const satisfies Record<string, MessageEvent>;
