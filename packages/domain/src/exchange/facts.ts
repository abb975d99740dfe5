import type { CapabilityFacts } from "../capability-facts.ts";
import { EXCHANGE_EVENTS } from "./events.ts";

export const exchangeFacts = {
  jobs: {
    "exchange.keep-rates": "记录汇率",
    "exchange.watch-orders": "执行换汇委托",
  },
  auditActions: {
    "fx.pair_set": "调整换汇币种对",
    "fx.hours_set": "调整外汇市场时间",
    "fx.jump_accepted": "汇率跳变：采用新价",
    "fx.jump_refused": "汇率跳变：判为错价",
  },
  approvals: { "fx.pair": "调整换汇币种对", "fx.hours": "调整外汇市场时间", "fx.jump": "采用跳变后的汇率" },
  reasons: {
    "fx.exchanged": "货币兑换",
    "fx.ordered": "换汇挂单占用",
    "fx.released": "换汇挂单退回",
  },
  messages: EXCHANGE_EVENTS,
  desks: ["rates"],
  apiScopes: {
    "exchange:read": "查看汇率和换汇",
    "exchange:write": "换汇",
  },
  webhookTopics: {
    "exchange.completed": { label: "换汇完成", when: ["conversion.settle"] },
    "exchange.failed": { label: "换汇未成交", when: ["conversion.fail"] },
    "exchange.order_filled": { label: "换汇委托执行", when: ["standing_order.fill"] },
  },
} as const satisfies CapabilityFacts;
