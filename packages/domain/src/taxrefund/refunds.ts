import { defineLifecycle } from "../lifecycle.ts";

/** `differing`: the three papers do not agree, or a reviewer asks; the merchant repairs it. `filed`: with the tax office. */
export const taxRefundLifecycle = defineLifecycle({
  name: "出口退税",
  initial: "differing",
  states: {
    differing: { label: "待修改", tone: "warning" },
    reviewing: { label: "审核中", tone: "info" },
    filed: { label: "已申报", tone: "info" },
    refunded: { label: "已退税", tone: "success" },
    declined: { label: "未通过", tone: "danger" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: { open: ["differing"], moving: ["reviewing", "filed"], ended: ["refunded", "declined", "cancelled"] },
  actions: {
    agree: { label: "三单相符，提交审核", from: ["differing"], to: "reviewing", by: "merchant" },
    ask: { label: "退回修改", from: ["reviewing"], to: "differing", by: "reviewer", tells: "taxrefund.asked" },
    file: { label: "向税务机关申报", from: ["reviewing"], to: "filed", by: "reviewer", tells: "taxrefund.filed" },
    decline: {
      label: "不通过",
      from: ["reviewing", "filed"],
      to: "declined",
      by: "reviewer",
      tells: "taxrefund.declined",
    },
    refund: { label: "退税到账", from: ["filed"], to: "refunded", by: "finance", tells: "taxrefund.refunded" },
    cancel: { label: "取消", from: ["differing", "reviewing"], to: "cancelled", by: "merchant" },
  },
  stored: {
    table: "tax_refund",
    changedAt: "changed_at",
    timeline: true,
    columns: ["reason", "paid_minor", "posting_id"],
  },
});
export type TaxRefundState = keyof typeof taxRefundLifecycle.states;
export type TaxRefundAction = keyof typeof taxRefundLifecycle.actions;

export const TAX_REFUND_STEPS = {
  apply: "提交申请",
  correct: "修改资料",
  agree: "三单相符，进入审核",
  ask: "退回修改",
  file: "已向税务机关申报",
  decline: "未通过",
  refund: "退税款已到账",
  cancel: "已取消",
} as const satisfies Record<TaxRefundAction | "apply" | "correct", string>;
export type TaxRefundStep = keyof typeof TAX_REFUND_STEPS;
export const TAX_REFUND_STEP_NAMES = Object.keys(TAX_REFUND_STEPS) as [TaxRefundStep, ...TaxRefundStep[]];

export const TAX_PAPERS = {
  declaration: "报关单",
  invoice: "增值税专用发票",
  receipt: "收汇凭证",
} as const satisfies Record<string, string>;
export type TaxPaper = keyof typeof TAX_PAPERS;
export const TAX_PAPER_NAMES = Object.keys(TAX_PAPERS) as [TaxPaper, ...TaxPaper[]];
