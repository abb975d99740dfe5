import type { PostingReason } from "../capabilities.ts";
import type { Tone } from "../lifecycle.ts";

export type PostingActivity = {
  kind: "income" | "payout" | "exchange" | "card" | "other";
  title: string;
  state: { label: string; tone: Tone };
};

const done = (label: string): PostingActivity["state"] => ({ label, tone: "success" });
const underWay = (label: string): PostingActivity["state"] => ({ label, tone: "info" });
const undone = (label: string): PostingActivity["state"] => ({ label, tone: "warning" });

/**
 * How a posting reads in a merchant's feed. A posting whose hold is resolved gives way to the one that resolved it, so
 * each matter stands there once, as it stands now. What moves no money of the merchant's own is not shown.
 */
export const POSTING_ACTIVITY: Readonly<Record<PostingReason, PostingActivity | null>> = {
  "income.received": { kind: "income", title: "收款", state: underWay("审核中") },
  "income.credited": { kind: "income", title: "收款", state: done("已入账") },
  "income.returned": { kind: "income", title: "收款", state: undone("已退回付款方") },
  "payout.requested": { kind: "payout", title: "付款", state: underWay("处理中") },
  "payout.settled": { kind: "payout", title: "付款", state: done("已完成") },
  "payout.failed": { kind: "payout", title: "付款", state: { label: "失败", tone: "danger" } },
  "payout.cancelled": { kind: "payout", title: "付款", state: undone("已取消") },
  "payout.returned": { kind: "payout", title: "付款", state: undone("已退回") },
  "payout.returnCharged": { kind: "payout", title: "付款退回的银行扣费", state: done("已扣") },
  "pooling.merged": null,
  "wallet.funded": { kind: "other", title: "从收款账户转入钱包", state: done("已完成") },
  "wallet.transfer": { kind: "other", title: "钱包转账", state: done("已完成") },
  "fx.exchanged": { kind: "exchange", title: "换汇", state: done("已完成") },
  "fx.ordered": { kind: "exchange", title: "换汇挂单", state: underWay("等待成交") },
  "fx.released": { kind: "exchange", title: "换汇挂单", state: undone("已退回余额") },
  "fee.charged": { kind: "other", title: "手续费", state: done("已收取") },
  "fee.refunded": { kind: "other", title: "手续费", state: done("已退还") },
  "card.funded": { kind: "card", title: "卡钱包充值", state: done("已完成") },
  "card.loaded": { kind: "card", title: "珊瑚卡充值", state: done("已完成") },
  "card.unloaded": { kind: "card", title: "珊瑚卡余额转回", state: done("已完成") },
  "card.authorised": { kind: "card", title: "珊瑚卡消费", state: underWay("已授权") },
  "card.released": { kind: "card", title: "珊瑚卡消费", state: undone("授权已释放") },
  "card.settled": { kind: "card", title: "珊瑚卡消费", state: done("已入账") },
  "card.refunded": { kind: "card", title: "珊瑚卡退款", state: done("已入账") },
  "card.disputed": { kind: "card", title: "珊瑚卡争议款", state: underWay("暂记") },
  "card.recovered": { kind: "card", title: "珊瑚卡欠款", state: done("已结清") },
  "card.withdrawn": { kind: "card", title: "卡钱包转出", state: done("已完成") },
  "deposit.requested": { kind: "other", title: "存定期", state: underWay("待生效") },
  "deposit.placed": { kind: "other", title: "存定期", state: done("持有中") },
  "deposit.refused": { kind: "other", title: "存定期", state: undone("未成交，已退回钱包") },
  "deposit.accrued": null,
  "deposit.matured": { kind: "other", title: "定存到期", state: done("已入账") },
  "deposit.renewed": { kind: "other", title: "定存到期续存", state: done("已续存") },
  "deposit.settled": null,
  "deposit.broken": { kind: "other", title: "定存提前支取", state: done("已入账") },
  "loan.drawn": { kind: "other", title: "贷款放款", state: done("已入账") },
  "loan.charged": null,
  "loan.repaid": { kind: "other", title: "贷款还款", state: done("已完成") },
  "loan.remitted": null,
  "escrow.funded": { kind: "other", title: "担保付款", state: underWay("担保中") },
  "escrow.released": null,
  "escrow.received": { kind: "other", title: "担保收款", state: done("已入账") },
  "escrow.refunded": { kind: "other", title: "担保退款", state: done("已入账") },
  "taxrefund.paid": { kind: "income", title: "出口退税", state: done("已入账") },
  "quota.granted": null,
  "quota.reserved": null,
  "quota.consumed": null,
  "quota.released": null,
  "quota.withdrawn": null,
  "promotion.paid": { kind: "other", title: "活动奖励", state: done("已入账") },
  "house.settled": null,
  adjustment: { kind: "other", title: "人工调账", state: done("已记账") },
  reversal: { kind: "other", title: "红冲", state: done("已记账") },
};

/** Reasons under which income becomes usable money: what the income trend adds up. */
export const INCOME_REASONS: readonly PostingReason[] = ["income.credited"];
