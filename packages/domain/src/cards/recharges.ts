import { defineLifecycle } from "../lifecycle.ts";

/**
 * Money on its way into the card wallet, onto a card or back. What stays within the books succeeds at once; a transfer from
 * a bank is announced (待处理), seen and looked at (处理中), and matched.
 */
export const rechargeLifecycle = defineLifecycle({
  name: "卡充值",
  initial: "pending",
  states: {
    pending: { label: "待处理", tone: "info" },
    processing: { label: "处理中", tone: "info" },
    succeeded: { label: "成功", tone: "success" },
    failed: { label: "失败", tone: "danger" },
  },
  groups: { open: ["pending"], moving: ["processing"], ended: ["succeeded", "failed"] },
  stored: {
    table: "card_recharge",
    changedAt: "changed_at",
    reachedAt: { succeeded: "finished_at", failed: "finished_at" },
    timeline: true,
    columns: ["reason", "posting_id", "amount_minor", "fee_minor", "rail_reference"],
  },
  actions: {
    begin: { label: "款项已到，核对中", from: ["pending"], to: "processing", by: "rail" },
    // What came was not the merchant's, or not to be credited: its own money may still come.
    resume: { label: "继续等待汇款", from: ["processing"], to: "pending", by: "finance" },
    // Also what nobody waited for any more: two of finance have found out whose late money it is.
    succeed: {
      label: "已入账",
      from: ["pending", "processing", "failed"],
      to: "succeeded",
      by: ["system", "rail", "finance"],
      tells: "card.walletFunded",
    },
    // Given up where nothing has come; money that came while it was being given up is looked at.
    fail: { label: "未成功", from: ["pending"], to: "failed", by: "system" },
    cancel: { label: "取消", from: ["pending"], to: "failed", by: "merchant" },
  },
});
export type RechargeState = keyof typeof rechargeLifecycle.states;
/** What stands in its timeline beside its moves: how it began, and what became of money that named it. */
export const RECHARGE_STEPS = {
  fund: "已转入卡钱包",
  announce: "已登记汇款",
  transferReturned: "汇款已退回",
  transferGone: "汇款没有入账",
  anotherCame: "又有一笔汇款写着这个流水号",
} as const;
export type RechargeStep = keyof typeof RECHARGE_STEPS;

/** Money that came to the card wallets' own account: the bank told whose it is, two of finance found out, or it goes back. */
export const cardTransferLifecycle = defineLifecycle({
  name: "卡钱包汇款",
  initial: "waiting",
  states: {
    waiting: { label: "待核对", tone: "warning" },
    matched: { label: "已入账", tone: "success" },
    returned: { label: "已退回", tone: "neutral" },
  },
  groups: { open: ["waiting"], moving: [], ended: ["matched", "returned"] },
  stored: {
    table: "card_transfer",
    key: ["id"],
    changedAt: "changed_at",
    reachedAt: { matched: "matched_at" },
    columns: ["owner_id", "recharge_id"],
  },
  actions: {
    match: { label: "归入商户", from: ["waiting"], to: "matched", by: ["rail", "finance"] },
    giveBack: { label: "退回汇款人", from: ["waiting"], to: "returned", by: "finance" },
  },
});
export type CardTransferState = keyof typeof cardTransferLifecycle.states;

/** Where it comes from and goes to. `wallet*`: into the card wallet. */
export const RECHARGE_KINDS = {
  walletCollection: { label: "收款账户转入", into: "wallet" },
  walletBalance: { label: "钱包转入", into: "wallet" },
  walletOffline: { label: "线下汇款", into: "wallet" },
  load: { label: "卡充值", into: "card" },
  autoLoad: { label: "自动充值", into: "card" },
  backupLoad: { label: "备用卡补足", into: "card" },
  unload: { label: "余额转回", into: "wallet" },
} as const satisfies Record<string, { label: string; into: "wallet" | "card" }>;
export type RechargeKind = keyof typeof RECHARGE_KINDS;
export const RECHARGE_KIND_NAMES = Object.keys(RECHARGE_KINDS) as [RechargeKind, ...RechargeKind[]];
export const WALLET_RECHARGE_KINDS = ["walletCollection", "walletBalance", "walletOffline"] as const;
export const CARD_RECHARGE_KINDS = ["load", "autoLoad", "backupLoad", "unload"] as const;

/** Money from the card wallet back to the merchant: asked for, confirmed by a code. */
export const cardWithdrawalLifecycle = defineLifecycle({
  name: "卡钱包转出",
  initial: "unverified",
  states: {
    unverified: { label: "待验证", tone: "info" },
    completed: { label: "已完成", tone: "success" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: { open: ["unverified"], moving: [], ended: ["completed", "cancelled"] },
  stored: {
    table: "card_withdrawal",
    changedAt: "changed_at",
    reachedAt: { completed: "finished_at", cancelled: "finished_at" },
    timeline: true,
    columns: ["posting_id"],
  },
  actions: {
    confirm: { label: "验证通过，已转出", from: ["unverified"], to: "completed", by: "merchant" },
    cancel: { label: "取消", from: ["unverified"], to: "cancelled", by: "merchant" },
    lapse: { label: "超时未验证", from: ["unverified"], to: "cancelled", by: "system" },
  },
});
export type CardWithdrawalState = keyof typeof cardWithdrawalLifecycle.states;
export const CARD_WITHDRAWAL_TARGETS = { wallet: "多币种钱包", collection: "收款账户" } as const;
export type CardWithdrawalTarget = keyof typeof CARD_WITHDRAWAL_TARGETS;
export const CARD_WITHDRAWAL_TARGET_NAMES = Object.keys(CARD_WITHDRAWAL_TARGETS) as [
  CardWithdrawalTarget,
  ...CardWithdrawalTarget[],
];

/** What a serial number is for, by the number of the call. */
export const SERIAL_BUSINESSES = {
  walletOffline: { wire: 1, prefix: "CW", label: "卡钱包线下汇款" },
  cardRecharge: { wire: 2, prefix: "CR", label: "卡充值" },
  cardWithdrawal: { wire: 3, prefix: "CT", label: "卡钱包转出" },
} as const satisfies Record<string, { wire: number; prefix: string; label: string }>;
export type SerialBusiness = keyof typeof SERIAL_BUSINESSES;
/** As a bank's remittance line carries it, whatever stands around it. */
export const serialIn = (text: string): string | undefined =>
  /(?<![A-Z0-9])C[WRT]\d{12}(?!\d)/.exec(text.toUpperCase())?.[0];
/** An announced transfer nothing has come of is given up after so many days. */
export const OFFLINE_DAYS = 15;

/** The account at the bank that offline transfers for card wallets go to; it is the house's own. */
export const CARD_FUNDING_ACCOUNT = {
  number: "9908800020260116",
  holder: "CORALHUB (HK) LIMITED - CARD FUNDING",
  bank: "First Harbour Bank, Hong Kong",
  bic: "FHBKHKHH",
} as const;
