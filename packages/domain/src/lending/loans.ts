import { defineLifecycle } from "../lifecycle.ts";

/**
 * A loan from its application to its last repayment. `reviewing`: our own first look. `deciding`: the lender decides.
 * `approved`: its offer waits for a signature. `drawing`: signed, the lender pays out.
 */
export const loanLifecycle = defineLifecycle({
  name: "贷款",
  initial: "reviewing",
  states: {
    reviewing: { label: "资料审核中", tone: "info" },
    asked: { label: "待补充资料", tone: "warning" },
    deciding: { label: "资金方审批中", tone: "info" },
    approved: { label: "待签约", tone: "warning" },
    drawing: { label: "放款中", tone: "info" },
    active: { label: "还款中", tone: "success" },
    overdue: { label: "已逾期", tone: "danger" },
    closed: { label: "已结清", tone: "neutral" },
    declined: { label: "未通过", tone: "danger" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: {
    open: ["asked", "approved", "overdue"],
    moving: ["reviewing", "deciding", "drawing", "active"],
    ended: ["closed", "declined", "cancelled"],
  },
  actions: {
    pass: { label: "送资金方审批", from: ["reviewing"], to: "deciding", by: "reviewer" },
    ask: {
      label: "要求补充资料",
      from: ["reviewing", "deciding"],
      to: "asked",
      by: ["reviewer", "rail"],
      tells: "loan.asked",
    },
    answer: { label: "补充资料", from: ["asked"], to: "reviewing", by: "merchant" },
    decline: {
      label: "不通过",
      from: ["reviewing", "deciding"],
      to: "declined",
      by: ["reviewer", "rail"],
      tells: "loan.declined",
    },
    approve: { label: "资金方通过", from: ["deciding"], to: "approved", by: "rail", tells: "loan.approved" },
    sign: { label: "签约", from: ["approved"], to: "drawing", by: "merchant" },
    payOut: { label: "放款", from: ["drawing"], to: "active", by: "rail", tells: "loan.paid_out" },
    failPayOut: { label: "放款未成功", from: ["drawing"], to: "approved", by: "rail", tells: "loan.pay_out_failed" },
    fallBehind: { label: "逾期", from: ["active"], to: "overdue", by: "system", tells: "loan.overdue" },
    catchUp: { label: "补齐欠款", from: ["overdue"], to: "active", by: ["merchant", "system"] },
    close: {
      label: "结清",
      from: ["active", "overdue"],
      to: "closed",
      by: ["merchant", "system"],
      tells: "loan.closed",
    },
    cancel: { label: "取消申请", from: ["reviewing", "asked", "approved"], to: "cancelled", by: "merchant" },
    lapse: { label: "报价过期", from: ["approved"], to: "cancelled", by: "system", tells: "loan.lapsed" },
  },
  stored: {
    table: "loan",
    changedAt: "changed_at",
    reachedAt: {
      approved: "approved_at",
      closed: "ended_at",
      declined: "ended_at",
      cancelled: "ended_at",
    },
    timeline: true,
    columns: ["reason", "granted_minor", "rate", "drawn_on", "drawn_at", "signed_at", "swept_until"],
  },
});
export type LoanState = keyof typeof loanLifecycle.states;
export type LoanAction = keyof typeof loanLifecycle.actions;
/** States in which something is owed. */
export const OWING: readonly LoanState[] = ["active", "overdue"];
/** States that use up the limit. */
export const LOAN_IN_USE: readonly LoanState[] = [
  "reviewing",
  "asked",
  "deciding",
  "approved",
  "drawing",
  "active",
  "overdue",
];

/** Every step in the words its owner reads. */
export const LOAN_STEPS = {
  apply: "提交申请",
  pass: "资料审核通过，送资金方审批",
  ask: "需要补充资料",
  answer: "已补充资料",
  decline: "未通过",
  approve: "资金方通过，等待签约",
  sign: "已签约，等待放款",
  payOut: "已放款到钱包",
  failPayOut: "放款未成功，可以重新签约",
  repay: "还款",
  share: "修改按收款比例还款",
  fallBehind: "逾期，开始计收罚息",
  catchUp: "欠款已还清，恢复正常",
  close: "全部还清，贷款结清",
  cancel: "取消申请",
  lapse: "报价过期，申请结束",
} as const satisfies Record<LoanAction | "apply" | "repay" | "share", string>;
export type LoanStep = keyof typeof LOAN_STEPS;
export const LOAN_STEP_NAMES = Object.keys(LOAN_STEPS) as [LoanStep, ...LoanStep[]];

/** Where a repayment came from. */
export const REPAYMENT_SOURCES = {
  hand: "主动还款",
  due: "到期自动扣款",
  income: "按收款比例",
} as const satisfies Record<string, string>;
export type RepaymentSource = keyof typeof REPAYMENT_SOURCES;
export const REPAYMENT_SOURCE_NAMES = Object.keys(REPAYMENT_SOURCES) as [RepaymentSource, ...RepaymentSource[]];

/** How the sandbox's lender treats applications. */
export const SANDBOX_LENDER_PLANS = {
  accept: "通过",
  partly: "只批一半金额",
  ask: "先要求补充资料，补充后通过",
  refuse: "不通过",
  silent: "收下申请，不给结果",
  repeat: "通过，通知三次",
} as const satisfies Record<string, string>;
export type SandboxLenderPlan = keyof typeof SANDBOX_LENDER_PLANS;
export const SANDBOX_LENDER_PLAN_NAMES = Object.keys(SANDBOX_LENDER_PLANS) as [
  SandboxLenderPlan,
  ...SandboxLenderPlan[],
];

/** How it pays out. */
export const SANDBOX_PAY_OUT_PLANS = {
  accept: "放款",
  refuse: "放款不成功",
  silent: "收下指令，不给结果",
  lost: "放款，回答丢失",
  repeat: "放款，通知三次",
} as const satisfies Record<string, string>;
export type SandboxPayOutPlan = keyof typeof SANDBOX_PAY_OUT_PLANS;
export const SANDBOX_PAY_OUT_PLAN_NAMES = Object.keys(SANDBOX_PAY_OUT_PLANS) as [
  SandboxPayOutPlan,
  ...SandboxPayOutPlan[],
];

/** What it does with data it is told. */
export const SANDBOX_UPLOAD_PLANS = {
  accept: "收下",
  ask: "先要求说明，说明后收下",
  refuse: "退回",
  silent: "不给结果",
  lost: "收下，回答丢失",
  repeat: "收下，通知三次",
} as const satisfies Record<string, string>;
export type SandboxUploadPlan = keyof typeof SANDBOX_UPLOAD_PLANS;
export const SANDBOX_UPLOAD_PLAN_NAMES = Object.keys(SANDBOX_UPLOAD_PLANS) as [
  SandboxUploadPlan,
  ...SandboxUploadPlan[],
];
