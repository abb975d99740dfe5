import type { CapabilityFacts } from "../capability-facts.ts";
import { DEPOSITS_EVENTS } from "./events.ts";

export const depositsFacts = {
  jobs: {
    "deposits.accrue-interest": "定期存款每日计息",
    "deposits.end-matured": "定期存款到期处理",
    "deposits.ask-partner": "查询存款银行的结果",
    "deposits.remind": "存款到期和授权提醒",
    "depositPartner.tell": "模拟存款银行的通知",
  },
  auditActions: {
    "deposit.viewed": "查看存款",
    "deposit.rate_proposed": "提出存款利率",
    "deposit.rate_approved": "复核通过存款利率",
    "deposit.rate_rejected": "驳回存款利率",
    "deposit.terms_set": "调整存款起存额、上限和计息天数",
    "sandbox.deposit_partner_used": "使用模拟存款银行",
  },
  approvals: { "deposit.terms": "调整存款起存额、上限和计息天数" },
  reasons: {
    "deposit.requested": "定存申请",
    "deposit.placed": "定存存入",
    "deposit.refused": "定存未成交退回",
    "deposit.accrued": "计提利息",
    "deposit.matured": "定存到期",
    "deposit.renewed": "定存续存",
    "deposit.broken": "定存提前支取",
    "deposit.settled": "与存款银行结算",
  },
  messages: DEPOSITS_EVENTS,
  desks: ["deposits"],
  apiScopes: {
    "deposits:read": "查看定期存款",
    "deposits:write": "存入、修改、提前支取定期存款",
  },
  webhookTopics: {
    "deposit.placed": { label: "定期存款起息", when: ["deposit_placement.begin"] },
    "deposit.refused": { label: "定期存款未受理", when: ["deposit_placement.refuse"] },
    "deposit.matured": { label: "定期存款到期", when: ["deposit_placement.mature"] },
    "deposit.renewed": { label: "定期存款续存", when: ["deposit_placement.renew"] },
    "deposit.broken": { label: "定期存款提前支取", when: ["deposit_placement.break"] },
  },
} as const satisfies CapabilityFacts;
