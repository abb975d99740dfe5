import type { Currency } from "../money/currencies.ts";
import { defineLifecycle } from "../lifecycle.ts";

export const ESCROW_CURRENCIES = ["USD", "EUR", "GBP", "HKD", "CNY"] as const satisfies readonly Currency[];
/** Who of the two somebody is. */
export const ESCROW_ROLES = { buyer: "买方", seller: "卖方" } as const satisfies Record<string, string>;
export type EscrowRole = keyof typeof ESCROW_ROLES;
export const ESCROW_ROLE_NAMES = Object.keys(ESCROW_ROLES) as [EscrowRole, ...EscrowRole[]];

/**
 * Money held between a buyer and a seller. `proposed`: one side has written it down, the other has to agree. `funded`: the
 * buyer's money lies with us. `delivered`: the seller says it has done its part. `settled`: a dispute was decided by us.
 */
export const escrowLifecycle = defineLifecycle({
  name: "担保交易",
  initial: "proposed",
  states: {
    proposed: { label: "待对方确认", tone: "warning" },
    agreed: { label: "待买方付款", tone: "warning" },
    funded: { label: "担保中", tone: "info" },
    delivered: { label: "待买方验收", tone: "warning" },
    disputed: { label: "争议处理中", tone: "danger" },
    released: { label: "已放款", tone: "success" },
    refunded: { label: "已退款", tone: "neutral" },
    settled: { label: "已裁定", tone: "neutral" },
    declined: { label: "对方未同意", tone: "neutral" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: {
    open: ["proposed", "agreed", "funded", "delivered"],
    moving: ["disputed"],
    ended: ["released", "refunded", "settled", "declined", "cancelled"],
  },
  actions: {
    accept: { label: "同意", from: ["proposed"], to: "agreed", by: "merchant" },
    decline: { label: "不同意", from: ["proposed"], to: "declined", by: "merchant" },
    cancel: { label: "取消", from: ["proposed", "agreed"], to: "cancelled", by: "merchant" },
    fund: { label: "付款到担保", from: ["agreed"], to: "funded", by: "merchant" },
    deliver: { label: "已交付", from: ["funded"], to: "delivered", by: "merchant" },
    release: { label: "放款给卖方", from: ["funded", "delivered"], to: "released", by: "merchant" },
    refund: { label: "退款给买方", from: ["funded", "delivered"], to: "refunded", by: "merchant" },
    dispute: { label: "提出争议", from: ["funded", "delivered"], to: "disputed", by: "merchant" },
    settle: { label: "裁定", from: ["disputed"], to: "settled", by: "finance" },
  },
  stored: {
    table: "escrow",
    changedAt: "changed_at",
    timeline: true,
    columns: [
      "held_minor",
      "released_minor",
      "refunded_minor",
      "reason",
      "disputed_by",
      "proposed_minor",
      "proposed_by",
      "proposed_note",
    ],
  },
});
export type EscrowState = keyof typeof escrowLifecycle.states;
export type EscrowAction = keyof typeof escrowLifecycle.actions;

/** Which side may take which step. The proposer's own proposal is confirmed by the other side. */
const SIDES: Record<Exclude<EscrowAction, "settle">, EscrowRole | "other" | "either"> = {
  accept: "other",
  decline: "other",
  cancel: "either",
  fund: "buyer",
  deliver: "seller",
  release: "buyer",
  refund: "seller",
  dispute: "either",
};
export const mayTakeSide = (
  action: Exclude<EscrowAction, "settle">,
  role: EscrowRole,
  proposer: EscrowRole,
): boolean => {
  const side = SIDES[action];
  return side === "either" || (side === "other" ? role !== proposer : side === role);
};
export const sidedActions = (state: EscrowState, role: EscrowRole, proposer: EscrowRole) =>
  (Object.keys(SIDES) as (keyof typeof SIDES)[]).filter(
    (action) => escrowLifecycle.actions[action].from.includes(state) && mayTakeSide(action, role, proposer),
  );

/** Every step in the words both sides read. */
export const ESCROW_STEPS = {
  propose: "提出担保交易",
  accept: "双方确认，等待买方付款",
  decline: "对方未同意",
  cancel: "已取消",
  fund: "买方已付款，资金由平台担保",
  deliver: "卖方已交付，等待验收",
  evidence: "提交凭证",
  releasePart: "买方部分放款",
  release: "买方确认，已放款给卖方",
  refund: "卖方同意，已退款给买方",
  dispute: "提出争议，等待平台处理",
  settle: "平台裁定",
} as const satisfies Record<EscrowAction | "propose" | "evidence" | "releasePart", string>;
export type EscrowStep = keyof typeof ESCROW_STEPS;
export const ESCROW_STEP_NAMES = Object.keys(ESCROW_STEPS) as [EscrowStep, ...EscrowStep[]];
