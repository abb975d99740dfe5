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
} as const satisfies CapabilityFacts;
