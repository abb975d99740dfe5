import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about it. */
export const SELLERS_EVENTS = {
  "seller.approved": {
    label: "卖家审核通过",
    category: "certification",
    topic: "waiting",
    title: "卖家 {name} 已通过审核",
    body: "可以为这位卖家代收货款了。",
    link: { label: "查看卖家", to: "sellers" },
    channels: TELL.waiting,
  },
  "seller.rejected": {
    label: "卖家审核未通过",
    category: "certification",
    topic: "waiting",
    title: "卖家 {name} 有 {count} 项需要修改",
    body: "{reason}",
    link: { label: "去修改", to: "sellers" },
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
