import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about it. */
export const EXCHANGE_EVENTS = {
  "exchange.done": {
    label: "换汇完成",
    category: "money",
    topic: "payout",
    title: "换汇完成，得到 {bought}",
    body: "用 {sold}，汇率 {rate}",
    channels: TELL.money,
  },
} as const satisfies Record<string, MessageEvent>;
