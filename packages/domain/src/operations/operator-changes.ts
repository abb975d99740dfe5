import { defineLifecycle } from "../lifecycle.ts";

/** What changes who an operator is or what they may do: one admin proposes it, another confirms. */
export const OPERATOR_CHANGES = {
  appoint: { label: "新增操作员" },
  enable: { label: "恢复使用" },
  changeRoles: { label: "调整角色" },
  resetPassword: { label: "重置密码" },
  resetTotp: { label: "解绑验证器" },
} as const satisfies Record<string, { label: string }>;
export type OperatorChangeKind = keyof typeof OPERATOR_CHANGES;
export const OPERATOR_CHANGE_KINDS = Object.keys(OPERATOR_CHANGES) as [OperatorChangeKind, ...OperatorChangeKind[]];

/** After a change the account decides nothing about money for this long, and is no one's second pair of eyes. */
export const OPERATOR_REST_HOURS = 24;
/** A proposal nobody decided on is void after this long. */
export const OPERATOR_CHANGE_LIFE_HOURS = 72;

export const operatorChangeLifecycle = defineLifecycle({
  name: "操作员变更",
  initial: "pending",
  states: {
    pending: { label: "待确认", tone: "warning" },
    confirmed: { label: "已生效", tone: "success" },
    declined: { label: "未同意", tone: "danger" },
    withdrawn: { label: "已撤回", tone: "neutral" },
    lapsed: { label: "已过期", tone: "neutral" },
  },
  groups: { open: ["pending"], moving: [], ended: ["confirmed", "declined", "withdrawn", "lapsed"] },
  stored: {
    table: "operator_change",
    key: ["id"],
    reachedAt: {
      confirmed: "decided_at",
      declined: "decided_at",
      withdrawn: "decided_at",
      lapsed: "decided_at",
    },
    columns: ["operator_id", "decided_by", "note"],
  },
  actions: {
    confirm: { label: "确认", from: ["pending"], to: "confirmed", by: "admin" },
    decline: { label: "不同意", from: ["pending"], to: "declined", by: "admin" },
    withdraw: { label: "撤回", from: ["pending"], to: "withdrawn", by: "admin" },
    lapse: { label: "过期", from: ["pending"], to: "lapsed", by: "system" },
  },
});
export type OperatorChangeState = keyof typeof operatorChangeLifecycle.states;
