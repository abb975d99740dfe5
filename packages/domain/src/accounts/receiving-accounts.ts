import type { Currency } from "../money/currencies.ts";
import { defineLifecycle } from "../lifecycle.ts";

/** A receiving account (VA): an account at the bank rail into which platforms pay for one merchant. */
export const receivingAccountLifecycle = defineLifecycle({
  name: "收款账户",
  initial: "applying",
  states: {
    applying: { label: "申请中", tone: "info" },
    open: { label: "已开通", tone: "success" },
    refused: { label: "开户未通过", tone: "danger" },
    frozen: { label: "冻结", tone: "warning" },
    closed: { label: "已关闭", tone: "neutral" },
    // Money came back after it was closed: it can be taken out, and nothing comes in.
    payingOut: { label: "仅可付出", tone: "warning" },
    // A freeze outlives the closing, and what comes back afterwards.
    closedFrozen: { label: "已关闭（冻结）", tone: "neutral" },
    payingOutFrozen: { label: "冻结，解冻后仅可付出", tone: "warning" },
  },
  groups: {
    open: ["refused", "frozen", "payingOut", "payingOutFrozen"],
    moving: ["applying"],
    ended: ["open", "closed", "closedFrozen"],
  },
  stored: {
    table: "receiving_account",
    changedAt: "changed_at",
    timeline: true,
    columns: ["reason", "attempt", "holder_name", "account_number", "bank_name", "ways", "opened_at"],
  },
  actions: {
    open: { label: "开通", from: ["applying"], to: "open", by: "rail", tells: "account.opened" },
    refuse: { label: "银行拒绝", from: ["applying"], to: "refused", by: "rail", tells: "account.refused" },
    reapply: { label: "重新申请", from: ["refused"], to: "applying", by: "merchant" },
    // By the house itself while a store's platform account is disputed.
    freeze: { label: "冻结", from: ["open"], to: "frozen", by: ["operator", "system"], tells: "account.frozen" },
    unfreeze: { label: "解冻", from: ["frozen"], to: "open", by: ["operator", "system"], tells: "account.unfrozen" },
    close: {
      label: "关闭",
      from: ["open", "refused", "payingOut"],
      to: "closed",
      by: "operator",
      tells: "account.closed",
    },
    closeFrozen: {
      label: "关闭",
      from: ["frozen", "payingOutFrozen"],
      to: "closedFrozen",
      by: "operator",
      tells: "account.closed",
    },
    freezePayingOut: {
      label: "冻结",
      from: ["payingOut"],
      to: "payingOutFrozen",
      by: "operator",
      tells: "account.frozen",
    },
    unfreezePayingOut: {
      label: "解冻",
      from: ["payingOutFrozen"],
      to: "payingOut",
      by: "operator",
      tells: "account.unfrozen",
    },
    freezeClosed: { label: "冻结", from: ["closed"], to: "closedFrozen", by: "operator", tells: "account.frozen" },
    unfreezeClosed: { label: "解冻", from: ["closedFrozen"], to: "closed", by: "operator", tells: "account.unfrozen" },
    reopenFrozen: {
      label: "款项退回，冻结中",
      from: ["closedFrozen"],
      to: "payingOutFrozen",
      by: "system",
      tells: "account.reopened",
    },
    reopen: {
      label: "款项退回，重新开放付出",
      from: ["closed"],
      to: "payingOut",
      by: "system",
      tells: "account.reopened",
    },
  },
});
export type ReceivingAccountState = keyof typeof receivingAccountLifecycle.states;
export type ReceivingAccountAction = keyof typeof receivingAccountLifecycle.actions;
/** Money may be taken out of these. */
export const ACCOUNT_PAYS_OUT: readonly ReceivingAccountState[] = ["open", "payingOut"];
/** Nothing leaves these until somebody lifts the freeze. */
export const FROZEN_ACCOUNT_STATES: readonly ReceivingAccountState[] = ["frozen", "closedFrozen", "payingOutFrozen"];
/** Why the house itself freezes one, and then only it lifts the freeze by itself. */
export const DISPUTED_ACCOUNT_REASON = "店铺的平台账号在另一位商户名下，归属待核实";
export const FROZEN_ACCOUNT_TEXT = `收款账户${receivingAccountLifecycle.states.frozen.label}`;

/** One way of paying in: what a payer fills in, line by line. */
export type PayInWay = { way: string; hint: string; fields: readonly { label: string; value: string }[] };

/** 「USD 第一港湾银行，尾号 4402」: how a merchant tells one account from another. */
export const receivingAccountTitle = (account: {
  currency: Currency;
  bankName: string | null;
  accountNumber: string | null;
}): string => {
  const { currency, bankName, accountNumber } = account;
  return accountNumber === null
    ? `${currency} 账户`
    : `${currency} ${bankName ?? "账户"}，尾号 ${accountNumber.slice(-4)}`;
};

/** So many days after an application the bank should have answered. */
export const OPENING_DAYS = 3;

export const accountChargeLifecycle = defineLifecycle({
  name: "开户费",
  initial: "due",
  states: { due: { label: "待支付", tone: "warning" }, paid: { label: "已支付", tone: "success" } },
  groups: { open: ["due"], moving: [], ended: ["paid"] },
  stored: { table: "account_charge", reachedAt: { paid: "paid_at" }, columns: ["posting_id"] },
  actions: { pay: { label: "支付", from: ["due"], to: "paid", by: "merchant" } },
});
export type AccountChargeState = keyof typeof accountChargeLifecycle.states;
