import type { CapabilityFacts } from "../capability-facts.ts";
import { LEDGER_EVENTS } from "./events.ts";

export const ledgerFacts = {
  jobs: {
    "ledger.check-invariants": "账务核对",
    "ledger.check-whole": "账务全量核对",
    "ledger.compare-rails": "通道对账",
    "ledger.seal-days": "每日封账",
  },
  auditActions: {
    "ledger.adjustment_proposed": "提出人工调账",
    "ledger.adjustment_posted": "复核通过人工调账",
    "ledger.adjustment_rejected": "驳回人工调账",
    "ledger.alarm_cleared": "解除账务告警",
    "ledger.exported": "导出账务数据",
  },
  messages: LEDGER_EVENTS,
  desks: ["adjustments", "alarms"],
  approvals: { "ledger.alarm": "解除账务告警" },
  reasons: {
    "house.settled": "内部结转",
    adjustment: "人工调账",
    reversal: "红冲",
  },
} as const satisfies CapabilityFacts;
