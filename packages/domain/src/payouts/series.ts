import { addDays, addMonths } from "../calendar/days.ts";
import { defineLifecycle } from "../lifecycle.ts";
import type { PayoutKind } from "./payouts.ts";

/** The same payment again and again: agreed on once with a code, priced and looked at anew each time. */
export const payoutSeriesLifecycle = defineLifecycle({
  name: "定期付款",
  initial: "unverified",
  states: {
    unverified: { label: "待验证", tone: "info" },
    active: { label: "进行中", tone: "success" },
    paused: { label: "已暂停", tone: "warning" },
    ended: { label: "已结束", tone: "neutral" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: { open: ["unverified", "paused"], moving: ["active"], ended: ["ended", "cancelled"] },
  stored: {
    table: "payout_series",
    changedAt: "changed_at",
    timeline: true,
    columns: ["next_on", "runs", "missed", "reason"],
  },
  actions: {
    confirm: { label: "验证通过，开始", from: ["unverified"], to: "active", by: "merchant" },
    pause: { label: "暂停", from: ["active"], to: "paused", by: "merchant" },
    halt: { label: "自动暂停", from: ["active"], to: "paused", by: "system", tells: "payout.seriesPaused" },
    resume: { label: "继续", from: ["paused"], to: "active", by: "merchant" },
    end: { label: "结束", from: ["active", "paused"], to: "ended", by: "merchant" },
    finish: { label: "次数已满", from: ["active"], to: "ended", by: "system" },
    cancel: { label: "取消", from: ["unverified"], to: "cancelled", by: "merchant" },
    lapse: { label: "超时未验证", from: ["unverified"], to: "cancelled", by: "system" },
  },
});
export type PayoutSeriesState = keyof typeof payoutSeriesLifecycle.states;

export const SERIES_STEPS = {
  apply: "填写定期付款",
  confirm: "验证通过，开始执行",
  run: "执行一次",
  missed: "这一次没有付成",
  pause: "已暂停",
  halt: "自动暂停",
  resume: "继续执行",
  end: "已结束",
  finish: "次数已满，已结束",
  cancel: "已取消",
  lapse: "超时未验证，已取消",
} as const satisfies Record<keyof typeof payoutSeriesLifecycle.actions | "apply" | "run" | "missed", string>;
export type SeriesStep = keyof typeof SERIES_STEPS;
export const SERIES_STEP_NAMES = Object.keys(SERIES_STEPS) as [SeriesStep, ...SeriesStep[]];

export const SERIES_RHYTHMS = { weekly: "每周", monthly: "每月", quarterly: "每季度" } as const satisfies Record<
  string,
  string
>;
export type SeriesRhythm = keyof typeof SERIES_RHYTHMS;
export const SERIES_RHYTHM_NAMES = Object.keys(SERIES_RHYTHMS) as [SeriesRhythm, ...SeriesRhythm[]];
/** Who may be paid again and again. */
export const SERIES_KINDS = ["supplier", "service"] as const satisfies readonly PayoutKind[];
/** So many in a row that did not happen or were refused by the bank, and it pauses by itself. */
export const SERIES_MISSES = 3;
export const SERIES_MOST_RUNS = 60;

/** The day of the run so many after the first; a month that is shorter has its last day. */
export const seriesDay = (firstOn: string, rhythm: SeriesRhythm, run: number): string =>
  rhythm === "weekly" ? addDays(firstOn, 7 * run) : addMonths(firstOn, (rhythm === "monthly" ? 1 : 3) * run);
/** The first run after that day. */
export function nextSeriesDay(firstOn: string, rhythm: SeriesRhythm, after: string): string {
  let run = 0;
  while (seriesDay(firstOn, rhythm, run) <= after) run++;
  return seriesDay(firstOn, rhythm, run);
}
