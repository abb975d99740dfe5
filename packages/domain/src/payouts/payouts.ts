import type { PayeeKind } from "../beneficiaries/payees.ts";
import { defineLifecycle } from "../lifecycle.ts";
import type { FeeBusiness } from "../prices/fees.ts";

/**
 * Money on its way out. `unverified` and `scheduled`: written down, nothing held yet. From `awaitingApproval` or `submitted` on
 * the money is held; `processing` begins before the bank is called, so whatever it answers, or does not, the payment is known to
 * be there.
 */
export const payoutLifecycle = defineLifecycle({
  name: "付款",
  initial: "unverified",
  states: {
    unverified: { label: "待验证", tone: "info" },
    scheduled: { label: "待执行", tone: "info" },
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
    moving: ["scheduled", "submitted", "processing"],
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
      "priced_at",
      "arrives_minor",
      "arrives_on",
      "hold_posting_id",
      "confirmed_at",
      "expires_at",
      "asked_at",
      "sent_at",
      "final_posting_id",
      "return_posting_id",
      "short_minor",
      "returned_minor",
      "return_charge_minor",
      "return_reference",
      "reason",
      "decided_by",
      "scheduled_for",
      "floor_minor",
    ],
  },
  actions: {
    confirm: { label: "验证并提交", from: ["unverified"], to: "submitted", by: "merchant", tells: "payout.submitted" },
    askApproval: {
      label: "验证通过，等待审批",
      from: ["unverified"],
      to: "awaitingApproval",
      by: "merchant",
      tells: "payout.reviewing",
    },
    schedule: { label: "验证通过，按日期执行", from: ["unverified"], to: "scheduled", by: "merchant" },
    queue: { label: "按约定到期", from: ["unverified"], to: "scheduled", by: "system" },
    execute: { label: "到期执行", from: ["scheduled"], to: "submitted", by: "system", tells: "payout.submitted" },
    executeWithApproval: {
      label: "到期执行，等待审批",
      from: ["scheduled"],
      to: "awaitingApproval",
      by: "system",
      tells: "payout.reviewing",
    },
    miss: { label: "到期没有执行", from: ["scheduled"], to: "cancelled", by: "system", tells: "payout.missed" },
    approve: {
      label: "审批通过",
      from: ["awaitingApproval"],
      to: "submitted",
      by: "finance",
      tells: "payout.submitted",
    },
    askAgain: {
      label: "汇率变化，请重新确认",
      from: ["awaitingApproval"],
      to: "unverified",
      by: "finance",
      tells: "payout.repriced",
    },
    reject: { label: "审批未通过", from: ["awaitingApproval"], to: "failed", by: "finance", tells: "payout.failed" },
    stop: {
      label: "发送前被拦下",
      from: ["submitted"],
      to: "awaitingApproval",
      by: "system",
      tells: "payout.reviewing",
    },
    send: { label: "发往银行", from: ["submitted"], to: "processing", by: "system" },
    settle: {
      label: "银行已付款",
      from: ["processing"],
      to: "completed",
      by: ["rail", "finance"],
      tells: "payout.completed",
    },
    fail: { label: "银行未受理", from: ["processing"], to: "failed", by: ["rail", "finance"], tells: "payout.failed" },
    giveBack: { label: "银行退回", from: ["completed"], to: "returned", by: "rail", tells: "payout.returned" },
    cancel: { label: "取消", from: ["unverified", "scheduled", "awaitingApproval"], to: "cancelled", by: "merchant" },
    lapse: { label: "超时未验证", from: ["unverified"], to: "cancelled", by: "system" },
    recall: {
      label: "账户找回或注销，取消",
      from: ["unverified", "scheduled", "awaitingApproval", "submitted"],
      to: "cancelled",
      by: "system",
    },
  },
});

export type PayoutState = keyof typeof payoutLifecycle.states;
/** Nothing of it left for good: no sum counts it, nothing arrived and nothing was charged for it. */
export const UNDONE_PAYOUTS: readonly PayoutState[] = ["failed", "returned", "cancelled"];
/** Nobody of ours or at the bank has let any of it go. */
export const UNAPPROVED_PAYOUTS = [
  "unverified",
  "scheduled",
  "awaitingApproval",
] as const satisfies readonly PayoutState[];
/** Agreed on and not sent yet: counted in the sums for as long as it waits. */
export const UNSENT_PAYOUTS = ["awaitingApproval", "submitted"] as const satisfies readonly PayoutState[];
/** On its way through the bank. */
export const MOVING_PAYOUTS = ["submitted", "processing"] as const satisfies readonly PayoutState[];
/** At the bank, or paid by it. */
export const SENT_PAYOUTS = ["processing", "completed"] as const satisfies readonly PayoutState[];
/** Has left, or is about to. */
export const GOING_PAYOUTS = [...UNSENT_PAYOUTS, ...SENT_PAYOUTS] as const satisfies readonly PayoutState[];
/** Agreed on, and may still give something back. */
export const UNFINISHED_PAYOUTS = [
  "scheduled",
  ...UNSENT_PAYOUTS,
  "processing",
] as const satisfies readonly PayoutState[];
/** Ended without the payee having it. */
export const UNPAID_PAYOUTS = ["failed", "returned", "cancelled"] as const satisfies readonly PayoutState[];
export type PayoutAction = keyof typeof payoutLifecycle.actions;

/** Every step of a payout in the words its owner reads. */
export const PAYOUT_STEPS = {
  apply: "填写付款",
  confirm: "验证通过，已提交",
  askApproval: "验证通过，等待审批",
  schedule: "验证通过，到日期执行",
  queue: "定期付款到期",
  execute: "到期执行，已提交",
  executeWithApproval: "到期执行，等待审批",
  miss: "到期没有执行，已取消",
  approve: "审批通过，已提交",
  askAgain: "汇率变化超过约定，请重新确认",
  reject: "审批未通过，款项已退回余额",
  stop: "发往银行前被拦下，等待处理",
  send: "已发往银行",
  sendAgain: "经两人核实，再次发往银行",
  settle: "银行已付款，到账",
  fail: "银行没有受理，款项已退回余额",
  giveBack: "银行退回，款项已退回余额",
  cancel: "已取消",
  lapse: "超时未验证，已取消",
  recall: "账户找回或注销，还没付出的款已取消",
} as const satisfies Record<PayoutAction | "apply" | "sendAgain", string>;
export type PayoutStep = keyof typeof PAYOUT_STEPS;
export const PAYOUT_STEP_NAMES = Object.keys(PAYOUT_STEPS) as [PayoutStep, ...PayoutStep[]];

/** What is paid, whom it may go to, and which price list counts. */
export const PAYOUT_KINDS = {
  withdrawal: { label: "提现", payee: "own", business: "withdrawal" },
  supplier: { label: "供应商付款", payee: "supplier", business: "supplier" },
  service: { label: "服务商付款", payee: "service", business: "service" },
  seller: { label: "卖家付款", payee: "seller", business: "seller" },
} as const satisfies Record<string, { label: string; payee: PayeeKind; business: FeeBusiness }>;
export type PayoutKind = keyof typeof PAYOUT_KINDS;
export const PAYOUT_KIND_NAMES = Object.keys(PAYOUT_KINDS) as [PayoutKind, ...PayoutKind[]];
export const kindOfPayee = (payee: PayeeKind): PayoutKind =>
  PAYOUT_KIND_NAMES.find((kind) => PAYOUT_KINDS[kind].payee === payee)!;

/** Which of a merchant's accounts in the books money may be taken from. */
export const PAYOUT_SOURCES = { collection: "收款账户", wallet: "钱包", card_wallet: "卡钱包" } as const;
export type PayoutSource = keyof typeof PAYOUT_SOURCES;

/** What is not verified by then is given up. */
export const VERIFY_MINUTES = 30;
/** One whose rate has moved is asked about again, and has this long to be answered. */
export const ASKED_AGAIN_HOURS = 24;

/** What a word of the bank led to. `contradicted`: the payment cannot have come to it; a person has to look. */
export const PAYOUT_NOTICE_OUTCOMES = [
  "completed",
  "failed",
  "returned",
  "repeated",
  "unknown",
  "contradicted",
] as const;
export type PayoutNoticeOutcome = (typeof PAYOUT_NOTICE_OUTCOMES)[number];

/** How a payment the bank does not answer for is ended by hand: one proposes with the bank's written word, another decides. */
export const resolutionLifecycle = defineLifecycle({
  name: "人工处理",
  initial: "proposed",
  states: {
    proposed: { label: "待复核", tone: "warning" },
    carriedOut: { label: "已执行", tone: "success" },
    turnedDown: { label: "已驳回", tone: "neutral" },
  },
  groups: { open: ["proposed"], moving: [], ended: ["carriedOut", "turnedDown"] },
  stored: { table: "payout_resolution", columns: ["decided_by", "decided_at"] },
  actions: {
    carryOut: { label: "复核通过", from: ["proposed"], to: "carriedOut", by: "finance" },
    turnDown: { label: "驳回", from: ["proposed"], to: "turnedDown", by: "finance" },
  },
});
/** What a person has to look at. */
export const PAYOUT_TROUBLES = {
  stuck: "银行久无结果",
  contradicted: "银行前后矛盾",
  amount: "退回金额不符",
} as const;
export type PayoutTrouble = keyof typeof PAYOUT_TROUBLES;
export const PAYOUT_TROUBLE_NAMES = Object.keys(PAYOUT_TROUBLES) as [PayoutTrouble, ...PayoutTrouble[]];
/** How a bank says a payment ended. */
export const BANK_WORDS = { paid: "已付款", refused: "未付款", returned: "已退回" } as const;
export type BankWord = keyof typeof BANK_WORDS;
export const BANK_WORD_NAMES = Object.keys(BANK_WORDS) as [BankWord, ...BankWord[]];
/** As many of a bank's words are shown, and looked at, at once. */
export const WORDS_AT_ONCE = 200;
/** Of a word that moved nothing. What is at the bank or was paid by it may come back: of such a return the amount is wrong. */
export const troubleOfWord = ({ said, state }: { said: BankWord; state: PayoutState }): "amount" | "contradicted" =>
  said === "returned" && SENT_PAYOUTS.some((sent) => sent === state) ? "amount" : "contradicted";

export const RESOLUTIONS = {
  settle: "确认已付款",
  fail: "确认未付款，退回商户",
  resend: "重新发往银行",
} as const satisfies Record<string, string>;
export type Resolution = keyof typeof RESOLUTIONS;
export const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as [Resolution, ...Resolution[]];
/** The bank has been silent for so long: a person may end it. */
export const STUCK_HOURS = 4;

/** How the sandbox's banks treat what they are asked to pay from now on. */
export const SANDBOX_PAYOUT_PLANS = {
  pay: "付款成功",
  refuse: "拒绝付款",
  silent: "收下指令，不给结果",
  lost: "收下指令，回答丢失",
  repeat: "付款成功，通知三次",
  short: "中转行扣费，少到一些",
  double: "同一流水号付了两次",
} as const satisfies Record<string, string>;
export type SandboxPayoutPlan = keyof typeof SANDBOX_PAYOUT_PLANS;
export const SANDBOX_PAYOUT_PLAN_NAMES = Object.keys(SANDBOX_PAYOUT_PLANS) as [
  SandboxPayoutPlan,
  ...SandboxPayoutPlan[],
];
