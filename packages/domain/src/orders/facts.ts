import type { CapabilityFacts } from "../capability-facts.ts";
import { ORDERS_EVENTS } from "./events.ts";

export const ordersFacts = {
  jobs: {
    "orders.analyse": "分析上传的订单文件",
    "orders.resume": "接着分析中断的订单文件、同步店铺订单",
    "orders.sync": "从店铺读取订单",
    "orders.refunds": "按平台的退款减少其他商户的同一订单",
    "orders.match": "把收款与订单对上",
  },
  auditActions: {
    "order.viewed": "查看订单材料",
    "order.begun": "开始审核订单",
    "order.decided": "审核订单",
    "order.waybill_checked": "查询运单",
    "sandbox.orders_used": "操作模拟平台的订单",
  },
  reasons: {
    "quota.granted": "授予订单额度",
    "quota.reserved": "占用订单额度",
    "quota.consumed": "使用订单额度",
    "quota.released": "退还订单额度",
    "quota.withdrawn": "收回订单额度",
  },
  messages: ORDERS_EVENTS,
  apiScopes: {
    "orders:read": "查看订单和额度",
    "orders:write": "提交订单",
  },
  webhookTopics: {
    "order.passed": { label: "订单材料通过", when: ["order_upload.pass", "order_upload.passPartly"] },
    "order.matched": { label: "收款与订单对上", when: ["order_match.bind"] },
    "order.failed": { label: "订单材料未通过", when: ["order_upload.fail"] },
    "order.reviewing": { label: "订单材料转人工审核", when: ["order_upload.handOver"] },
  },
  desks: ["orders"],
} as const satisfies CapabilityFacts;
