import type { CapabilityFacts } from "../capability-facts.ts";
import { ACCOUNTS_EVENTS } from "./events.ts";

export const accountsFacts = {
  auditActions: {
    "account.frozen": "冻结收款账户",
    "account.unfrozen": "解冻收款账户",
    "account.closed": "关闭收款账户",
  },
  messages: ACCOUNTS_EVENTS,
  desks: ["accounts"],
  apiScopes: {
    "accounts:read": "查看收款账户、归集和月结单",
    "accounts:write": "归集资金，重新申请收款账户，支付开户费",
  },
  webhookTopics: {
    "account.opened": { label: "收款账户开通", when: ["receiving_account.open"] },
    "account.refused": { label: "收款账户被拒", when: ["receiving_account.refuse"] },
    "account.frozen": { label: "收款账户冻结", when: ["receiving_account.freeze"] },
    "account.closed": { label: "收款账户关闭", when: ["receiving_account.close"] },
  },
} as const satisfies CapabilityFacts;
