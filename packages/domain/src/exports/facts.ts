import type { CapabilityFacts } from "../capability-facts.ts";
import { EXPORTS_EVENTS } from "./events.ts";

export const exportsFacts = {
  jobs: {
    "exports.export-incomes": "导出收款明细",
    "exports.empty-exports": "清理过期的导出文件",
  },
  messages: EXPORTS_EVENTS,
  webhookTopics: {
    "statement.ready": { label: "导出文件可下载", when: ["export_job.finish"] },
  },
} as const satisfies CapabilityFacts;
