import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about it. */
export const ORDERS_EVENTS = {
  "orders.needed": {
    label: "待补充订单材料",
    category: "orders",
    topic: "waiting",
    title: "{amount} 待补充，缺 {count} 份订单",
    body: "{from}，{due} 前补齐，之后 2 小时内入账。",
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
