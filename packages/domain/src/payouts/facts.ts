import type { CapabilityFacts } from "../capability-facts.ts";
import { PAYOUTS_EVENTS } from "./events.ts";

export const payoutsFacts = {
  jobs: {
    "payouts.watch": "查询付款结果、执行到期的付款、清理未验证的付款",
    "payoutBank.tell": "模拟付款银行的通知",
  },
  auditActions: {
    "payout.viewed": "查看付款",
    "payout.approved": "付款审批：通过",
    "payout.rejected": "付款审批：不通过",
    "payout.asked": "向银行查询付款",
    "payout.contradiction_seen": "核对银行说法对不上的付款",
    "payout.resolution_proposed": "无结果付款：提出处理",
    "payout.resolution_carried_out": "无结果付款：复核并执行",
    "payout.resolution_turned_down": "无结果付款：驳回处理",
    "payout.terms_set": "付款限额或时限生效",
    "payout.recalled": "账户找回或注销：取消未付出的款、暂停定期付款",
    "payout.stopped": "付款发送前被拦下",
    "sandbox.payout_bank_used": "操作模拟付款银行",
  },
  approvals: { "payout.limits": "调整付款限额", "payout.way": "调整付款方式的时限和费用" },
  reasons: {
    "payout.requested": "提现或付款",
    "payout.settled": "付款完成",
    "payout.failed": "付款失败退回",
    "payout.cancelled": "付款取消",
    "payout.returned": "付款被退回",
    "payout.returnCharged": "付款退回时的银行扣费",
  },
  messages: PAYOUTS_EVENTS,
  desks: ["payouts"],
  apiScopes: {
    "payouts:read": "查看付款",
    "payouts:prepare": "填写付款（由人在门户验证）",
    "payouts:write": "付款：询价、填写、确认、取消",
  },
  webhookTopics: {
    "payout.submitted": { label: "付款已提交", when: ["payout.confirm", "payout.execute", "payout.approve"] },
    "payout.reviewing": {
      label: "付款等待审批",
      when: ["payout.askApproval", "payout.executeWithApproval", "payout.stop"],
    },
    "payout.completed": { label: "付款完成", when: ["payout.settle"] },
    "payout.failed": { label: "付款失败", when: ["payout.fail", "payout.reject"] },
    "payout.returned": { label: "付款退回", when: ["payout.giveBack"] },
    "payout.cancelled": { label: "付款取消", when: ["payout.cancel", "payout.lapse", "payout.miss", "payout.recall"] },
  },
} as const satisfies CapabilityFacts;
