import type { PostingReason } from "../capabilities.ts";
import { defineLifecycle } from "../lifecycle.ts";

/** A correction by hand: one operator proposes it, another one decides. */
export const adjustmentLifecycle = defineLifecycle({
  name: "人工调账",
  initial: "pending",
  states: {
    pending: { label: "待复核", tone: "warning" },
    posted: { label: "已记账", tone: "success" },
    rejected: { label: "已驳回", tone: "neutral" },
  },
  groups: { open: ["pending"], moving: [], ended: ["posted", "rejected"] },
  stored: {
    table: "ledger_adjustment",
    reachedAt: { posted: "decided_at", rejected: "decided_at" },
    columns: ["decided_by", "note", "posting_id"],
  },
  actions: {
    approve: {
      label: "复核通过",
      from: ["pending"],
      to: "posted",
      by: "finance",
      tells: ["ledger.adjusted", "ledger.claimAdjusted"],
    },
    reject: { label: "驳回", from: ["pending"], to: "rejected", by: "finance" },
  },
});

/** What two people write by hand: its words say why it was written, and name nobody. */
export const WRITTEN_BY_HAND: readonly PostingReason[] = ["adjustment", "reversal"];

/** What reconciliation can find wrong, in the words an operator reads. */
export const INVARIANTS = {
  sum: { label: "借贷平衡", about: "每个商户、每个币种的全部账户合计为零" },
  overdrawn: { label: "商户不透支", about: "商户账户余额不小于零" },
  holds: { label: "冻结相符", about: "冻结账户余额等于未处理冻结之和" },
  chain: { label: "账实相符", about: "每笔分录接续前一笔余额，最后一笔等于账户余额" },
  rail: { label: "通道对账", about: "通道对账单与存放同业账户逐笔相符" },
} as const satisfies Record<string, { label: string; about: string }>;
export type Invariant = keyof typeof INVARIANTS;
