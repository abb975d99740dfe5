import { defineLifecycle, type ActionOf, type StateOf } from "../lifecycle.ts";

/** One exchange between a merchant's own wallets. It settles in the moment it is agreed on; a standing order's may fail. */
export const conversionLifecycle = defineLifecycle({
  name: "换汇",
  initial: "pending",
  states: {
    pending: { label: "处理中", tone: "info" },
    settled: { label: "已完成", tone: "success" },
    failed: { label: "未成交", tone: "danger" },
  },
  groups: { open: [], moving: ["pending"], ended: ["settled", "failed"] },
  stored: {
    table: "conversion",
    reachedAt: { settled: "settled_at" },
    timeline: true,
    columns: ["posting_id", "reason"],
  },
  actions: {
    settle: { label: "成交", from: ["pending"], to: "settled", by: "system", tells: "exchange.done" },
    fail: { label: "未成交", from: ["pending"], to: "failed", by: "system" },
  },
});
export type ConversionState = StateOf<typeof conversionLifecycle>;
export type ConversionAction = ActionOf<typeof conversionLifecycle>;

/**
 * What a merchant leaves with us to happen later. `target` holds its money until it is filled, withdrawn or over;
 * `arrivals` stays until it is withdrawn; `alert` moves no money.
 */
export const STANDING_KINDS = {
  alert: { label: "汇率提醒", done: "已提醒", waiting: "等待汇率" },
  target: { label: "挂单", done: "已成交", waiting: "等待成交" },
  arrivals: { label: "到账自动换汇", done: "已完成", waiting: "生效中" },
} as const satisfies Record<string, { label: string; done: string; waiting: string }>;
export type StandingKind = keyof typeof STANDING_KINDS;
export const STANDING_KIND_NAMES = Object.keys(STANDING_KINDS) as [StandingKind, ...StandingKind[]];

export const standingOrderLifecycle = defineLifecycle({
  name: "换汇委托",
  initial: "waiting",
  states: {
    waiting: { label: "等待中", tone: "info" },
    filled: { label: "已执行", tone: "success" },
    cancelled: { label: "已撤销", tone: "neutral" },
    lapsed: { label: "已到期", tone: "neutral" },
    stopped: { label: "已停止", tone: "danger" },
  },
  groups: { open: [], moving: ["waiting"], ended: ["filled", "cancelled", "lapsed", "stopped"] },
  stored: {
    table: "standing_order",
    changedAt: "changed_at",
    reachedAt: { filled: "ended_at", cancelled: "ended_at", lapsed: "ended_at", stopped: "ended_at" },
    timeline: true,
    columns: ["problem"],
  },
  actions: {
    fill: { label: "执行", from: ["waiting"], to: "filled", by: "system", tells: "exchange.alerted" },
    cancel: { label: "撤销", from: ["waiting"], to: "cancelled", by: "merchant" },
    lapse: { label: "到期", from: ["waiting"], to: "lapsed", by: "system", tells: "exchange.lapsed" },
    stop: { label: "停止", from: ["waiting"], to: "stopped", by: "system", tells: "exchange.stopped" },
  },
});
export type StandingState = StateOf<typeof standingOrderLifecycle>;
export type StandingAction = ActionOf<typeof standingOrderLifecycle>;

/** A standing order that fails so often is stopped, and its owner told. */
export const STANDING_TRIES = 3;
/** At most so many wait at a time for one merchant. */
export const STANDING_MOST = 20;
/** A target may wait so long. */
export const STANDING_LONGEST_DAYS = 90;

/** A rate that moved further than its currency's limit waits for a person. */
export const rateJumpLifecycle = defineLifecycle({
  name: "汇率跳变",
  initial: "open",
  states: {
    open: { label: "待判断", tone: "warning" },
    accepted: { label: "已采用新价", tone: "success" },
    refused: { label: "已判为错价", tone: "neutral" },
  },
  groups: { open: ["open"], moving: [], ended: ["accepted", "refused"] },
  stored: {
    table: "fx_rate_jump",
    key: ["id"],
    reachedAt: { accepted: "decided_at", refused: "decided_at" },
    columns: ["decided_by", "note"],
  },
  actions: {
    accept: { label: "采用新价", from: ["open"], to: "accepted", by: "finance" },
    refuse: { label: "判为错价", from: ["open"], to: "refused", by: "finance" },
  },
});
export type RateJumpState = StateOf<typeof rateJumpLifecycle>;

/** How long a chart looks back, and in what steps. */
export const CHART_SPANS = {
  day: { label: "1 天", hours: 24, grain: "minutes" },
  week: { label: "7 天", hours: 7 * 24, grain: "hours" },
  month: { label: "30 天", hours: 30 * 24, grain: "hours" },
  quarter: { label: "90 天", hours: 90 * 24, grain: "days" },
  year: { label: "1 年", hours: 365 * 24, grain: "days" },
} as const satisfies Record<string, { label: string; hours: number; grain: RateGrain }>;
export type ChartSpan = keyof typeof CHART_SPANS;
export const CHART_SPAN_NAMES = Object.keys(CHART_SPANS) as [ChartSpan, ...ChartSpan[]];

/** Rates are kept in three steps, the finer ones not for ever. */
export const RATE_GRAINS = {
  minutes: { stepMs: 300_000, keptDays: 3 },
  hours: { stepMs: 3_600_000, keptDays: 35 },
  days: { stepMs: 86_400_000, keptDays: null },
} as const satisfies Record<string, { stepMs: number; keptDays: number | null }>;
export type RateGrain = "minutes" | "hours" | "days";
export const RATE_GRAIN_NAMES = Object.keys(RATE_GRAINS) as [RateGrain, ...RateGrain[]];
