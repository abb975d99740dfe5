import type { CapabilityFacts } from "../capability-facts.ts";
import { CARDS_EVENTS } from "./events.ts";

export const cardsFacts = {
  jobs: {
    "cards.watch": "珊瑚卡：授权到期、注销、过期的登记",
    "cardIssuer.tell": "模拟发卡方的通知",
  },
  auditActions: {
    "card.number_viewed": "查看珊瑚卡卡号",
    "card.viewed": "查看珊瑚卡",
    "card.withheld": "账户找回或注销：冻结珊瑚卡",
    "card.blocked": "停用珊瑚卡",
    "card.unblocked": "恢复珊瑚卡",
    "card.programme_set": "调整珊瑚卡平台限额",
    "card.shop_blocked": "屏蔽消费商户",
    "card.shop_unblocked": "解除屏蔽消费商户",
    "card.dispute_viewed": "查看交易争议",
    "card.dispute_moved": "处理交易争议",
    "card.transfer_matched": "卡钱包汇款：人工核对",
    "card.transfer_returned": "卡钱包汇款：退回汇款人",
    "sandbox.card_issuer_used": "操作模拟发卡方",
  },
  approvals: { "card.transfer": "卡钱包汇款入账或退回", "card.programme": "调整珊瑚卡平台限额" },
  reasons: {
    "card.funded": "卡钱包充值",
    "card.loaded": "卡充值",
    "card.unloaded": "卡余额转回",
    "card.authorised": "卡消费授权",
    "card.released": "卡授权释放",
    "card.settled": "卡消费入账",
    "card.refunded": "卡消费退款",
    "card.disputed": "卡交易争议暂记",
    "card.recovered": "卡欠款结清",
    "card.withdrawn": "卡钱包转出",
  },
  messages: CARDS_EVENTS,
  desks: ["cards"],
  apiScopes: {
    "cards:read": "查看珊瑚卡和交易",
    "cards:write": "申请、充值、限额、冻结、注销珊瑚卡",
  },
  webhookTopics: {
    "card.opened": { label: "卡片开通", when: ["card.open"] },
    "card.failed": { label: "开卡失败", when: ["card.fail"] },
    "card.frozen": { label: "卡片冻结", when: ["card.suspend", "card.block"] },
    "card.expired": { label: "卡片到期", when: ["card.expire"] },
    "card.closed": { label: "卡片注销", when: ["card.finishClosing"] },
    "card.declined": { label: "交易被拒", when: ["card_payment.decline"] },
    "card.settled": { label: "交易清算", when: ["card_payment.settle"] },
    "card.refunded": { label: "交易退款", when: ["card_payment.refund"] },
  },
} as const satisfies CapabilityFacts;
