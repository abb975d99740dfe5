import type { CapabilityFacts } from "../capability-facts.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";

const DETAIL = { label: "查看退税", to: "taxRefund", parameters: { id: "{id}" } } as const;
const WAITING = {
  category: "money",
  topic: "services",
  channels: TELL.waiting,
  needsAction: true,
  link: DETAIL,
} as const;
const MONEY = { category: "money", topic: "services", channels: TELL.money, link: DETAIL } as const;

export const taxRefundFacts = {
  auditActions: {
    "taxrefund.viewed": "查看退税申请",
    "taxrefund.reviewed": "审核退税申请",
    "taxrefund.payment_proposed": "登记退税到账",
    "taxrefund.paid": "复核退税到账",
    "taxrefund.payment_rejected": "驳回退税到账",
  },
  reasons: { "taxrefund.paid": "出口退税" },
  messages: {
    "taxrefund.asked": {
      ...WAITING,
      label: "退税需修改资料",
      title: "退税申请 {number} 需要修改",
      body: "{reason}。修改后会继续审核。",
    },
    "taxrefund.filed": {
      ...MONEY,
      label: "退税已申报",
      title: "退税申请 {number} 已申报",
      body: "预计退税 {amount}，到账后转入人民币钱包。",
    },
    "taxrefund.declined": { ...MONEY, label: "退税未通过", title: "退税申请 {number} 未通过", body: "{reason}。" },
    "taxrefund.refunded": {
      ...MONEY,
      label: "退税已到账",
      title: "退税 {amount} 已到账",
      body: "报关单 {number}，已转入人民币钱包。",
    },
  } satisfies Record<string, MessageEvent>,
  apiScopes: {
    "taxrefunds:read": "查看退税",
    "taxrefunds:write": "核对三单，申请、修改和取消退税",
  },
  desks: ["taxrefunds"],
} as const satisfies CapabilityFacts;
