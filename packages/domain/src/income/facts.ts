import type { CapabilityFacts } from "../capability-facts.ts";
import { INCOME_EVENTS } from "./events.ts";

export const incomeFacts = {
  jobs: {
    "receivingBank.tell": "模拟收款银行的通知",
    "income.watch": "收款核验与到期提醒",
  },
  auditActions: {
    "income.viewed": "查看收款",
    "income.document_read": "查看收款材料",
    "income.credited": "异常收款：入账",
    "income.asked": "异常收款：要求补充材料",
    "income.credit_proposed": "异常收款：提出入账",
    "income.credit_rejected": "异常收款：驳回入账",
    "income.return_proposed": "异常收款：提出退回",
    "income.return_rejected": "异常收款：驳回退回",
    "income.returned": "异常收款：退回",
    "unclaimed.proposed": "无主来款：提出处理",
    "unclaimed.rejected": "无主来款：驳回",
    "unclaimed.assigned": "无主来款：归入商户",
    "unclaimed.returned": "无主来款：退回",
    "offline.viewed": "查看线下汇款",
    "offline.proposed": "线下汇款：提出匹配",
    "offline.declined": "线下汇款：没有找到",
    "sandbox.bank_used": "操作模拟收款银行",
  },
  reasons: {
    "income.received": "到账待核验",
    "income.credited": "收款入账",
    "income.returned": "收款退回",
  },
  messages: INCOME_EVENTS,
  desks: ["incomes", "unclaimed", "offlineTransfers"],
  apiScopes: {
    "incomes:read": "查看收款",
    "incomes:write": "补充收款材料、认领、申请退回",
  },
  webhookTopics: {
    "income.received": { label: "款项到达", when: ["income.arrive"] },
    "income.credited": { label: "收款入账", when: ["income.credit"] },
    "income.held": { label: "收款扣留", when: ["income.askEvidence", "income.flag"] },
    "income.returned": { label: "收款退回", when: ["income.giveBack"] },
  },
} as const satisfies CapabilityFacts;
