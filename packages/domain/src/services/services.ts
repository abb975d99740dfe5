import type { Currency } from "../money/currencies.ts";
import { FLAGS, type FlagName } from "../flags.ts";
import { defineLifecycle } from "../lifecycle.ts";

/** Currencies a fixed deposit can be placed in, and how many days their interest counts a year. */
export const DEPOSIT_CURRENCIES = {
  USD: { yearDays: 360 },
  EUR: { yearDays: 360 },
  JPY: { yearDays: 360 },
  GBP: { yearDays: 365 },
  HKD: { yearDays: 365 },
  SGD: { yearDays: 365 },
  AUD: { yearDays: 365 },
  CAD: { yearDays: 365 },
} as const satisfies Partial<Record<Currency, { yearDays: 360 | 365 }>>;
export type DepositCurrency = keyof typeof DEPOSIT_CURRENCIES;
export const DEPOSIT_CURRENCY_CODES = Object.keys(DEPOSIT_CURRENCIES) as [DepositCurrency, ...DepositCurrency[]];

export const DEPOSIT_TERM_MONTHS = [1, 3, 6, 9, 12] as const;

/** Parts of the product a merchant asks to have opened; a partner's account stands behind each. */
export const PRODUCT_MODULES = {
  personalFinance: { label: FLAGS.personalFinance.label },
} as const satisfies Partial<Record<FlagName, { label: string }>>;
export type ProductModule = keyof typeof PRODUCT_MODULES;
export const PRODUCT_MODULE_NAMES = Object.keys(PRODUCT_MODULES) as [ProductModule, ...ProductModule[]];

export const moduleLifecycle = defineLifecycle({
  name: "开通申请",
  initial: "none",
  states: {
    none: { label: "未申请", tone: "neutral" },
    applied: { label: "已申请", tone: "info" },
    open: { label: "已开通", tone: "success" },
    declined: { label: "未通过", tone: "danger" },
  },
  groups: { open: ["none", "declined"], moving: ["applied"], ended: ["open"] },
  stored: {
    table: "module_application",
    key: ["merchant_id", "module"],
    reachedAt: { applied: "applied_at", open: "decided_at", declined: "decided_at" },
    columns: ["currencies", "decided_at", "decided_by", "reason"],
  },
  actions: {
    apply: { label: "申请开通", from: ["none", "declined"], to: "applied", by: "merchant" },
    approve: { label: "通过", from: ["applied"], to: "open", by: "reviewer" },
    decline: { label: "不通过", from: ["applied"], to: "declined", by: "reviewer" },
  },
});
export type ModuleState = keyof typeof moduleLifecycle.states;
export type ModuleAction = keyof typeof moduleLifecycle.actions;
