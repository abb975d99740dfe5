import type { CapabilityFacts } from "../capability-facts.ts";
import { ORDERS_EVENTS } from "./events.ts";

export const ordersFacts = {
  jobs: {
    "orders.analyse": "分析上传的订单文件",
    "orders.resume": "接着分析中断的订单文件、同步店铺订单",
    "orders.sync": "从店铺读取订单",
    "orders.match": "把收款与订单对上",
  },
  auditActions: {
    "order.viewed": "查看订单材料",
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
  desks: ["orders"],
} as const satisfies CapabilityFacts;
