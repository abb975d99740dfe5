import { TELL, type MessageEvent } from "../messages/event.ts";

const about = { category: "orders", topic: "waiting" } as const;

/** What merchants are told about it. */
export const ORDERS_EVENTS = {
  "orders.passed": {
    ...about,
    label: "订单材料已通过",
    title: "{name} 的订单材料已通过",
    body: "{count} 个订单通过，增加订单额度 {amount}。",
    link: { label: "查看报告", to: "orderUpload", parameters: { id: "{id}" } },
    channels: TELL.money,
  },
  "orders.partly_passed": {
    ...about,
    label: "订单材料部分通过",
    title: "{name} 的订单材料部分通过",
    body: "{count} 个订单通过，增加订单额度 {amount}；{failed} 个没有通过，可以在报告里逐个更正，或下载改好后重新上传。",
    needsAction: true,
    link: { label: "查看报告", to: "orderUpload", parameters: { id: "{id}" } },
    channels: TELL.waiting,
  },
  "orders.failed": {
    ...about,
    label: "订单材料未通过",
    title: "{name} 的订单材料未通过",
    body: "{reason}。改好后可以作为同一份文件的更正重新上传。",
    needsAction: true,
    link: { label: "查看报告", to: "orderUpload", parameters: { id: "{id}" } },
    channels: TELL.waiting,
  },
  "orders.debt": {
    ...about,
    label: "订单额度不足以抵扣退款或拒付",
    title: "{what}使订单额度欠 {amount}",
    body: "订单 {order} 发生{what}，但它的额度已经使用。请补充新的订单，新额度会先抵扣所欠部分。",
    needsAction: true,
    link: { label: "补充订单", to: "uploadElectronic" },
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
