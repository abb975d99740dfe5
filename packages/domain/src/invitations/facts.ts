import type { CapabilityFacts } from "../capability-facts.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";

export const invitationsFacts = {
  jobs: { "invitations.watch": "推荐进度和奖励" },
  auditActions: {
    "invitation.allowed": "推荐核对通过",
    "invitation.declined": "推荐核对不通过",
  },
  messages: {
    "invitation.rewarded": {
      label: "推荐奖励到账",
      category: "money",
      topic: "income",
      title: "推荐奖励 {amount} 已到账",
      body: "一位好友完成了第一笔业务，奖励已记入钱包。",
      link: { label: "查看推荐", to: "recommend" },
      channels: TELL.money,
    },
  } as const satisfies Record<string, MessageEvent>,
  desks: ["invitations"],
} as const satisfies CapabilityFacts;
