import type { CapabilityFacts } from "../capability-facts.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";

const DETAIL = { label: "查看担保交易", to: "escrow", parameters: { id: "{id}" } } as const;
const WAITING = {
  category: "money",
  topic: "services",
  channels: TELL.waiting,
  needsAction: true,
  link: DETAIL,
} as const;
const MONEY = { category: "money", topic: "services", channels: TELL.money, link: DETAIL } as const;

export const escrowFacts = {
  auditActions: {
    "escrow.viewed": "查看担保交易",
    "escrow.settlement_proposed": "提出担保争议裁定",
    "escrow.settled": "复核通过担保争议裁定",
    "escrow.settlement_rejected": "驳回担保争议裁定",
  },
  reasons: {
    "escrow.funded": "担保付款",
    "escrow.released": "担保放款",
    "escrow.received": "担保收款",
    "escrow.refunded": "担保退款",
  },
  messages: {
    "escrow.waiting": {
      ...WAITING,
      label: "担保交易等您处理",
      title: "「{subject}」{step}",
      body: "金额 {amount}，对方 {other}。",
    },
    "escrow.changed": {
      ...MONEY,
      label: "担保交易进展",
      title: "「{subject}」{step}",
      body: "金额 {amount}，对方 {other}。",
    },
  } satisfies Record<string, MessageEvent>,
  desks: ["escrows"],
  apiScopes: {
    "escrow:read": "查看担保交易",
    "escrow:write": "提出、同意、交付担保交易和提出争议（付款和放款另要确认付款的权限）",
  },
} as const satisfies CapabilityFacts;
