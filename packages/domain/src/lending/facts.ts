import type { CapabilityFacts } from "../capability-facts.ts";
import { LENDING_EVENTS } from "./events.ts";

export const lendingFacts = {
  jobs: {
    "lending.collect": "贷款到期计息、扣款和罚息",
    "lending.share-income": "按收款比例还款",
    "lending.ask-lender": "查询资金方的结果",
    "lending.remind": "贷款还款和报价提醒",
    "lender.tell": "模拟资金方的通知",
  },
  auditActions: {
    "loan.rate_set": "调整贷款利率",
    "loan.viewed": "查看贷款",
    "loan.passed": "贷款资料审核通过",
    "loan.asked": "要求补充贷款资料",
    "loan.declined": "贷款资料审核不通过",
    "sandbox.lender_used": "使用模拟资金方",
  },
  approvals: { "loan.rate": "调整贷款利率" },
  reasons: {
    "loan.drawn": "贷款放款",
    "loan.charged": "贷款利息和罚息",
    "loan.repaid": "贷款还款",
    "loan.remitted": "与资金方结算",
  },
  messages: LENDING_EVENTS,
  desks: ["loans"],
  apiScopes: {
    "loans:read": "查看贷款和合同",
    "loans:write": "还款，设定按收款比例还款",
  },
} as const satisfies CapabilityFacts;
