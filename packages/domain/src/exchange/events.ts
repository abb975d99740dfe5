import { TELL, type MessageEvent } from "../messages/event.ts";

/** What becomes of the orders a merchant left with us. */
export const EXCHANGE_EVENTS = {
  "exchange.done": {
    label: "换汇完成",
    category: "money",
    topic: "payout",
    title: "换汇完成，得到 {bought}",
    body: "用去 {sold}，汇率 {rate}。",
    link: { label: "查看这笔换汇", to: "conversions", parameters: { open: "{conversionId}" } },
    channels: TELL.money,
  },
  "exchange.alerted": {
    label: "汇率提醒",
    category: "money",
    topic: "payout",
    title: "{pair} 已到 {rate}",
    body: "您设的提醒价是 {target}，中间价 {rate}。汇率随时在变，以下单时的报价为准。",
    link: { label: "去换汇", to: "exchange" },
    channels: TELL.money,
  },
  "exchange.lapsed": {
    label: "换汇挂单到期",
    category: "money",
    topic: "payout",
    title: "{pair} 挂单到期未成交",
    body: "有效期内成交汇率没有达到 {target}，占用的 {amount} 已退回钱包。挂单按成交汇率（中间价减加点）判断。",
    link: { label: "查看换汇", to: "exchange" },
    channels: TELL.money,
  },
  "exchange.stopped": {
    label: "换汇委托停止",
    category: "money",
    topic: "payout",
    title: "{kind} {pair} 已停止",
    body: "连续 {tries} 次没有成交：{reason}。占用的余额已退回，请重新设置。",
    link: { label: "查看换汇", to: "exchange" },
    needsAction: true,
    channels: TELL.money,
  },
} as const satisfies Record<string, MessageEvent>;
