import type { CertificationKind } from "../certification/certification.ts";
import { CURRENCIES, type Currency } from "../money/currencies.ts";
import { singleLimit } from "../income/income-rules.ts";
import { defineLifecycle } from "../lifecycle.ts";
import { moneyText, parseMoney, type Money } from "../money/money.ts";
import { roundFigure } from "../money/round-figures.ts";

/**
 * Money on its way out. `unverified`: written down, nothing held yet. From `awaitingApproval` or `submitted` on the money is
 * held; `processing` begins before the bank is called, so whatever it answers, or does not, the payment is known to be there.
 */
export const payoutLifecycle = defineLifecycle({
  name: "付款",
  initial: "unverified",
  states: {
    unverified: { label: "待验证", tone: "info" },
    awaitingApproval: { label: "待审批", tone: "warning" },
    submitted: { label: "已提交", tone: "info" },
    processing: { label: "处理中", tone: "info" },
    completed: { label: "已完成", tone: "success" },
    failed: { label: "失败", tone: "danger" },
    returned: { label: "已退回", tone: "warning" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: {
    open: ["unverified", "awaitingApproval"],
    moving: ["submitted", "processing"],
    ended: ["completed", "failed", "returned", "cancelled"],
  },
  stored: {
    table: "payout",
    changedAt: "changed_at",
    reachedAt: { completed: "finished_at", failed: "finished_at", returned: "finished_at", cancelled: "finished_at" },
    timeline: true,
    columns: [
      "quote_id",
      "price",
      "arrives_minor",
      "hold_posting_id",
      "confirmed_at",
      "asked_at",
      "final_posting_id",
      "return_posting_id",
      "reason",
      "decided_by",
    ],
  },
  actions: {
    confirm: { label: "验证并提交", from: ["unverified"], to: "submitted", by: "merchant", tells: "payout.submitted" },
    askApproval: {
      label: "验证通过，等待审批",
      from: ["unverified"],
      to: "awaitingApproval",
      by: "system",
      tells: "payout.reviewing",
    },
    approve: {
      label: "审批通过",
      from: ["awaitingApproval"],
      to: "submitted",
      by: "finance",
      tells: "payout.submitted",
    },
    reject: { label: "审批未通过", from: ["awaitingApproval"], to: "failed", by: "finance", tells: "payout.failed" },
    send: { label: "发往银行", from: ["submitted"], to: "processing", by: "system" },
    settle: { label: "银行已付款", from: ["processing"], to: "completed", by: "rail", tells: "payout.completed" },
    fail: { label: "银行未受理", from: ["processing"], to: "failed", by: "rail", tells: "payout.failed" },
    giveBack: { label: "银行退回", from: ["completed"], to: "returned", by: "rail", tells: "payout.returned" },
    cancel: { label: "取消", from: ["unverified", "awaitingApproval"], to: "cancelled", by: "merchant" },
    lapse: { label: "超时未验证", from: ["unverified"], to: "cancelled", by: "system" },
  },
});

export type PayoutState = keyof typeof payoutLifecycle.states;
export type PayoutAction = keyof typeof payoutLifecycle.actions;

/** Every step of a payout in the words its owner reads. */
export const PAYOUT_STEPS = {
  apply: "填写提现",
  confirm: "验证通过，已提交",
  askApproval: "验证通过，等待审批",
  approve: "审批通过，已提交",
  reject: "审批未通过，款项已退回余额",
  send: "已发往银行",
  settle: "银行已付款，到账",
  fail: "银行没有受理，款项已退回余额",
  giveBack: "银行退回，款项已退回余额",
  cancel: "已取消",
  lapse: "超时未验证，已取消",
} as const satisfies Record<PayoutAction | "apply", string>;
export type PayoutStep = keyof typeof PAYOUT_STEPS;
export const PAYOUT_STEP_NAMES = Object.keys(PAYOUT_STEPS) as [PayoutStep, ...PayoutStep[]];

/** What is paid, and what it is called; the business is the price list's. */
export const PAYOUT_KINDS = { withdrawal: { label: "提现" } } as const satisfies Record<string, { label: string }>;
export type PayoutKind = keyof typeof PAYOUT_KINDS;

/** By which bank, from accounts of which platforms, and what arrives where. */
export const PAYOUT_CHANNELS = {
  citic: { label: "中信银行", platforms: ["AMAZON"], currency: "CNY", country: "CN", arrives: "1 个工作日内" },
} as const satisfies Record<
  string,
  { label: string; platforms: readonly string[]; currency: Currency; country: string; arrives: string }
>;
export type PayoutChannel = keyof typeof PAYOUT_CHANNELS;

export const takesFrom = (channel: PayoutChannel, platform: string): boolean =>
  (PAYOUT_CHANNELS[channel].platforms as readonly string[]).includes(platform);

/** What was not verified by then is given up. */
export const VERIFY_MINUTES = 30;
/** A new bank account rests so long above the cooling limit. */
export const COOLING_HOURS = 24;
/** In whole US dollars, other currencies by round figures. */
const COOLING_DOLLARS = 5_000;
const APPROVAL_DOLLARS = 20_000;

export const minimumWithdrawal = <C extends Currency>(currency: C): Money<C> =>
  parseMoney(String(CURRENCIES[currency].minimumWithdrawal), currency);
export const coolingLimit = <C extends Currency>(currency: C): Money<C> => roundFigure(COOLING_DOLLARS, currency);
export const approvalLimit = <C extends Currency>(currency: C): Money<C> => roundFigure(APPROVAL_DOLLARS, currency);
/** As much may leave at once as may come in at once. */
export const payoutLimit = (kind: CertificationKind, currency: Currency): Money => singleLimit(kind, currency);

export const coolingUntil = (boundAt: Date): Date => new Date(boundAt.getTime() + COOLING_HOURS * 3_600_000);

/** Why a person looks at it before it goes; undefined where nobody has to. */
export const approvalReason = (amount: Money): string | undefined => {
  const limit = approvalLimit(amount.currency);
  return amount.minor > limit.minor ? `单笔超过 ${moneyText(limit)}，需要财务审批` : undefined;
};

/** What a word of the bank led to. `contradicted`: it says the opposite of what it said before; a person has to look. */
export const PAYOUT_NOTICE_OUTCOMES = [
  "completed",
  "failed",
  "returned",
  "repeated",
  "unknown",
  "contradicted",
] as const;
export type PayoutNoticeOutcome = (typeof PAYOUT_NOTICE_OUTCOMES)[number];

/** How the sandbox's bank treats what it is asked to pay from now on. */
export const SANDBOX_PAYOUT_PLANS = {
  pay: "付款成功",
  refuse: "拒绝付款",
  silent: "收下指令，不给结果",
  lost: "收下指令，回答丢失",
  repeat: "付款成功，通知三次",
} as const satisfies Record<string, string>;
export type SandboxPayoutPlan = keyof typeof SANDBOX_PAYOUT_PLANS;
export const SANDBOX_PAYOUT_PLAN_NAMES = Object.keys(SANDBOX_PAYOUT_PLANS) as [
  SandboxPayoutPlan,
  ...SandboxPayoutPlan[],
];
