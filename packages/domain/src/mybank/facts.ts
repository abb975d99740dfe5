import type { CapabilityFacts } from "../capability-facts.ts";
import { TELL, type MessageEvent } from "../messages/event.ts";

const TOLD = { category: "money", topic: "payout", channels: TELL.payout } as const;
const MYBANK_EVENTS = {
  "mybank.bound": {
    // Where money may go: the owner hears of it on every channel.
    category: "security",
    topic: "security",
    channels: TELL.security,
    urgent: true,
    label: "网商银行已绑定",
    title: "网商银行 尾号 {end} 已绑定",
    body: "现在可以经网商银行提现，截止时间前提交当日到账。如果不是您操作的，请立即解绑、修改密码并联系客服。",
    link: { label: "去提现", to: "mybankWithdraw" },
  },
  "mybank.refused": {
    ...TOLD,
    label: "网商银行绑定未通过",
    title: "网商银行 尾号 {end} 没有绑定成功",
    body: "{reason}。处理后可以重新绑定。",
    link: { label: "重新绑定", to: "mybankLogin" },
    needsAction: true,
  },
  "mybank.unbound": {
    ...TOLD,
    label: "网商银行解除绑定",
    title: "网商银行 尾号 {end} 已解除绑定",
    body: "{reason}。没有发出的提现已停下，请重新绑定或改走其他方式。",
    link: { label: "查看", to: "mybank" },
    needsAction: true,
  },
} as const satisfies Record<string, MessageEvent>;

export const mybankFacts = {
  jobs: { "mybank.watch": "询问网商银行的绑定结果", "mybank.look": "核对网商银行的绑定是否还有效" },
  auditActions: {
    "mybank.bind_asked": "申请绑定网商银行",
    "mybank.unbound": "解除绑定网商银行",
    "sandbox.mybank_used": "操作模拟网商银行",
  },
  messages: MYBANK_EVENTS,
} as const satisfies CapabilityFacts;
