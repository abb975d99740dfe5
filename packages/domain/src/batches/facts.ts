import type { CapabilityFacts } from "../capability-facts.ts";
import { BATCHES_EVENTS } from "./events.ts";

export const batchesFacts = {
  jobs: {
    "batches.parse": "解析批量付款文件",
    "batches.pay": "批量付款：逐批提交",
    "batches.follow": "批量付款：汇总结果、清理过期的文件",
  },
  auditActions: {
    "batch.confirmed": "确认批量付款",
    "batch.viewed": "查看批量付款",
    "batch.rows_refused": "账户找回或注销：取消批量付款里没付出的款",
  },
  messages: BATCHES_EVENTS,
} as const satisfies CapabilityFacts;
