import { defineLifecycle, type Tone } from "../lifecycle.ts";
import type { Money } from "../money/money.ts";

/**
 * Money on its way to a merchant. `announced`: the bank told of it, it is not there yet. `lapsed`: nothing came of that, and
 * nobody waits any more. `reviewing`: it is there and held while the rules look at it. A held amount names the rule that holds
 * it (INCOME_HOLDS), what is missing and who acts next.
 */
export const incomeLifecycle = defineLifecycle({
  name: "收款",
  initial: "announced",
  states: {
    announced: { label: "在途", tone: "info" },
    lapsed: { label: "未到账", tone: "neutral" },
    reviewing: { label: "审核中", tone: "info" },
    credited: { label: "已入账", tone: "success" },
    needsEvidence: { label: "待补充", tone: "warning" },
    abnormal: { label: "异常", tone: "danger" },
    returned: { label: "已退回", tone: "neutral" },
  },
  groups: {
    open: ["reviewing", "needsEvidence", "abnormal"],
    moving: ["announced"],
    ended: ["lapsed", "credited", "returned"],
  },
  stored: {
    table: "income",
    changedAt: "changed_at",
    reachedAt: { credited: "credited_at", returned: "returned_at" },
    timeline: true,
    columns: [
      "store_id",
      "platform",
      "hold",
      "hold_note",
      "evidence_due_at",
      "hold_posting_id",
      "final_posting_id",
      "receiving_account_id",
      "amount_minor",
      "payer_name",
      "payer_country",
      "payer_account",
      "fee_minor",
      "decided_by",
      "arrived_at",
    ],
  },
  actions: {
    arrive: { label: "到账", from: ["announced", "lapsed"], to: "reviewing", by: "rail" },
    assign: { label: "认领到收款账户", from: ["announced"], to: "reviewing", by: "finance" },
    lapse: { label: "不再等待", from: ["announced"], to: "lapsed", by: "system" },
    credit: {
      label: "入账",
      from: ["reviewing", "needsEvidence", "abnormal"],
      to: "credited",
      by: ["system", "reviewer", "finance"],
      tells: "income.credited",
    },
    askEvidence: {
      label: "要求补充材料",
      from: ["reviewing", "abnormal"],
      to: "needsEvidence",
      by: ["system", "reviewer"],
      tells: ["income.held", "income.watched", "income.evidence"],
    },
    flag: {
      label: "列为异常",
      from: ["reviewing", "needsEvidence"],
      to: "abnormal",
      by: "system",
      tells: ["income.held", "income.watched", "income.overdue"],
    },
    supplement: { label: "提交补充材料", from: ["needsEvidence", "abnormal"], to: "reviewing", by: "merchant" },
    claim: { label: "指明所属店铺", from: ["needsEvidence", "abnormal"], to: "reviewing", by: "merchant" },
    recheck: { label: "重新核验", from: ["needsEvidence", "abnormal"], to: "reviewing", by: "system" },
    giveBack: {
      label: "退回",
      from: ["reviewing", "needsEvidence", "abnormal"],
      to: "returned",
      by: "finance",
      tells: "income.returned",
    },
  },
});
export type IncomeState = keyof typeof incomeLifecycle.states;
/** It never came, or went back to its payer: no sum counts it. */
export const UNDONE_INCOMES: readonly IncomeState[] = ["lapsed", "returned"];

/** How it stands in a word: what was credited may have been taken back by hand since (红冲), in part or whole. */
export function incomeWord(income: { state: IncomeState; amount: Money; takenBack: Money }): {
  label: string;
  tone: Tone;
} {
  const { state, amount, takenBack } = income;
  if (takenBack.minor === 0n) return incomeLifecycle.states[state];
  return { label: takenBack.minor < amount.minor ? "部分红冲" : "已红冲", tone: "warning" };
}
export type IncomeAction = keyof typeof incomeLifecycle.actions;

/** Why an amount is held: what is missing and who acts next, in the merchant's words. */
export const INCOME_HOLDS = {
  payerMismatch: { label: "付款方与平台不符", missing: "平台结算单或合同，证明这笔款来自该平台", next: "merchant" },
  overLimit: { label: "单笔超过收款限额", missing: "与金额相符的订单或合同", next: "merchant" },
  orders: { label: "结算单里有订单没有对上", missing: "没有对上的订单或物流凭证", next: "merchant" },
  noStore: { label: "收款账户没有绑定店铺", missing: "这笔款所属的店铺", next: "merchant" },
  frozenAccount: { label: "收款账户已冻结", missing: "运营人员完成账户核查", next: "operator" },
  payerScreened: { label: "付款方命中筛查名单", missing: "合规人员的核查结论", next: "operator" },
  certification: { label: "实名认证尚未有效", missing: "有效的实名认证", next: "merchant" },
} as const satisfies Record<string, { label: string; missing: string; next: "merchant" | "operator" }>;
export type IncomeHold = keyof typeof INCOME_HOLDS;
export const INCOME_HOLD_NAMES = Object.keys(INCOME_HOLDS) as [IncomeHold, ...IncomeHold[]];

/** What two different people decide about a held payment: one proposes it, another agrees. */
export const INCOME_PROPOSALS = { credit: { label: "入账" }, return: { label: "退回" } } as const;
export type IncomeProposal = keyof typeof INCOME_PROPOSALS;
export const INCOME_PROPOSAL_NAMES = Object.keys(INCOME_PROPOSALS) as [IncomeProposal, ...IncomeProposal[]];

/** One person alone does not overrule a screening list. */
export const creditTakesTwo = (hold: IncomeHold | null): boolean => hold === "payerScreened";

/** Who has to act before a held amount moves: after the merchant has answered it is the operators' turn. */
export const nextActorOf = (state: IncomeState, hold: IncomeHold | null): "merchant" | "operator" | null => {
  if (state === "needsEvidence" || state === "abnormal") return hold === null ? "operator" : INCOME_HOLDS[hold].next;
  return state === "reviewing" ? "operator" : null;
};

/** What a notice of the bank led to. `repeated`: known already, nothing happened. `unclaimed`: the number is nobody's. */
export const NOTICE_OUTCOMES = ["announced", "arrived", "repeated", "unclaimed", "opened", "refused"] as const;
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number];

/** An announcement is a promise: if nothing came of it for so long, nobody waits for it any more. It may still come. */
export const ANNOUNCEMENT_DAYS = 30;
/** Whether the money has been there at all, whatever became of it. */
export const hasArrived = (state: IncomeState): boolean => state !== "announced" && state !== "lapsed";

/** How long a merchant has to explain a held amount before it may be sent back. */
export const EVIDENCE_DAYS = 15;
export const EVIDENCE_FILES_AT_MOST = 10;

/** Money for a number that is nobody's. Both ways out take two different people. */
export const unclaimedIncomeLifecycle = defineLifecycle({
  name: "无主来款",
  initial: "waiting",
  states: {
    waiting: { label: "待认领", tone: "warning" },
    proposed: { label: "待复核", tone: "info" },
    assigned: { label: "已归入商户", tone: "success" },
    returned: { label: "已退回", tone: "neutral" },
  },
  groups: { open: ["waiting", "proposed"], moving: [], ended: ["assigned", "returned"] },
  stored: {
    table: "unclaimed_income",
    key: ["id"],
    changedAt: "changed_at",
    columns: [
      "proposal",
      "proposed_owner_id",
      "proposed_account_id",
      "proposed_by",
      "proposed_name",
      "proposed_at",
      "reason",
      "decided_by",
      "decided_at",
    ],
  },
  actions: {
    propose: { label: "提出处理", from: ["waiting"], to: "proposed", by: "reviewer" },
    reject: { label: "驳回", from: ["proposed"], to: "waiting", by: "finance" },
    assign: { label: "归入商户", from: ["proposed"], to: "assigned", by: "finance" },
    giveBack: { label: "退回", from: ["proposed"], to: "returned", by: "finance" },
  },
});
export type UnclaimedIncomeState = keyof typeof unclaimedIncomeLifecycle.states;
