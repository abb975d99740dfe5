import { defineLifecycle } from "../lifecycle.ts";

/** Quota taken by one move of money into CNY: set aside with its confirmation, used when it settles, back when it does not. */
export const quotaUseLifecycle = defineLifecycle({
  name: "订单额度占用",
  initial: "reserved",
  states: {
    reserved: { label: "占用中", tone: "info" },
    consumed: { label: "已使用", tone: "success" },
    released: { label: "已退还", tone: "neutral" },
  },
  groups: { open: [], moving: ["reserved"], ended: ["consumed", "released"] },
  stored: {
    table: "quota_use",
    changedAt: "changed_at",
    columns: ["amount_minor", "attempt", "via_currency", "via_minor", "move_id", "reference"],
  },
  actions: {
    reserveAgain: { label: "再次占用", from: ["released"], to: "reserved", by: "system" },
    consume: { label: "使用", from: ["reserved"], to: "consumed", by: ["system", "rail", "operator"] },
    release: {
      label: "退还",
      from: ["reserved", "consumed"],
      to: "released",
      by: ["system", "rail", "operator", "merchant"],
    },
  },
});
export type QuotaUseState = keyof typeof quotaUseLifecycle.states;
export const QUOTA_USE_KINDS = { payout: "付款", conversion: "换汇" } as const;
export type QuotaUseKind = keyof typeof QUOTA_USE_KINDS;
export const QUOTA_USE_KIND_NAMES = Object.keys(QUOTA_USE_KINDS) as [QuotaUseKind, ...QuotaUseKind[]];
