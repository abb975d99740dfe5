import type { CapabilityFacts } from "../capability-facts.ts";
import { PAYEE_EVENTS } from "./events.ts";

export const beneficiariesFacts = {
  auditActions: {
    "payee.added": "添加收款账户",
    "payee.changed": "修改收款账户",
    "payee.disabled": "停用收款账户",
    "payee.default_chosen": "更换默认收款账户",
    "payee.number_read": "查看完整账号",
    "payee.viewed": "查看收款人",
    "payee.approved": "收款人审核：通过",
    "payee.declined": "收款人审核：不通过",
    "payee.outdated": "收款人审核：要求更新",
    "payee.doubted": "账户找回：收款账户待核对",
    "payee.bank_listed": "补充银行代码",
  },
  messages: PAYEE_EVENTS,
  desks: ["payees"],
  apiScopes: {
    "payees:read": "查看收款人和各国账户要填的项",
    "payees:write": "添加、修改、停用收款人",
  },
  webhookTopics: {
    "beneficiary.approved": { label: "收款人可用", when: ["beneficiary.clear", "beneficiary.approve"] },
    "beneficiary.declined": { label: "收款人未通过", when: ["beneficiary.decline"] },
    "beneficiary.outdated": { label: "收款人要更新", when: ["beneficiary.askUpdate", "beneficiary.doubt"] },
    "beneficiary.disabled": { label: "收款人停用", when: ["beneficiary.disable"] },
  },
} as const satisfies CapabilityFacts;
