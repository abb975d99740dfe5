import { defineLifecycle } from "../lifecycle.ts";
import type { PayoutKind } from "../payouts/payouts.ts";

/** Many payments from one sheet. What is wrong in one row never stops another. */
export const batchLifecycle = defineLifecycle({
  name: "批量付款",
  initial: "uploaded",
  states: {
    uploaded: { label: "已上传", tone: "info" },
    parsing: { label: "解析中", tone: "info" },
    toConfirm: { label: "待确认", tone: "warning" },
    unreadable: { label: "解析失败", tone: "danger" },
    confirmed: { label: "已确认", tone: "info" },
    processing: { label: "处理中", tone: "info" },
    completed: { label: "已完成", tone: "success" },
    partly: { label: "部分完成", tone: "warning" },
    failed: { label: "失败", tone: "danger" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: {
    open: ["toConfirm"],
    moving: ["uploaded", "parsing", "confirmed", "processing"],
    ended: ["unreadable", "completed", "partly", "failed", "cancelled"],
  },
  stored: {
    table: "payment_batch",
    changedAt: "changed_at",
    reachedAt: {
      confirmed: "confirmed_at",
      unreadable: "finished_at",
      completed: "finished_at",
      partly: "finished_at",
      failed: "finished_at",
      cancelled: "finished_at",
    },
    timeline: true,
    columns: ["rows_total", "rows_done", "reason", "agreed", "confirmed_by"],
  },
  actions: {
    parse: { label: "开始解析", from: ["uploaded"], to: "parsing", by: "system" },
    offer: { label: "解析完成", from: ["parsing"], to: "toConfirm", by: "system" },
    giveUp: {
      label: "解析失败",
      from: ["uploaded", "parsing"],
      to: "unreadable",
      by: "system",
      tells: "batch.unreadable",
    },
    confirm: {
      label: "验证并确认",
      from: ["toConfirm"],
      to: "confirmed",
      by: "merchant",
      tells: "batch.new_payees",
    },
    begin: { label: "开始付款", from: ["confirmed"], to: "processing", by: "system" },
    complete: { label: "全部付完", from: ["processing"], to: "completed", by: "system", tells: "batch.finished" },
    endPartly: { label: "部分付成", from: ["processing"], to: "partly", by: "system", tells: "batch.finished" },
    fail: { label: "未能付款", from: ["processing"], to: "failed", by: "system", tells: "batch.finished" },
    lapse: { label: "过期没有确认", from: ["toConfirm"], to: "cancelled", by: "system" },
    cancel: { label: "取消", from: ["uploaded", "parsing", "toConfirm"], to: "cancelled", by: "merchant" },
  },
});
export type BatchState = keyof typeof batchLifecycle.states;

/** How a row stands before it is paid, and what became of it. Rows are many and short-lived: the sheet keeps their state. */
export const BATCH_ROW_STATES = {
  bad: { label: "要修改", tone: "danger" },
  asks: { label: "请您决定", tone: "warning" },
  ready: { label: "可以付", tone: "success" },
  left: { label: "这次不付", tone: "neutral" },
  taken: { label: "已付款", tone: "info" },
  refused: { label: "没有付", tone: "danger" },
} as const;
export type BatchRowState = keyof typeof BATCH_ROW_STATES;
export const BATCH_ROW_STATE_NAMES = Object.keys(BATCH_ROW_STATES) as [BatchRowState, ...BatchRowState[]];

/** What makes a row ask. */
export const BATCH_MARKS = {
  repeated: "表里有相同的一行",
  paidLately: "近期付过同额",
  accountChanged: "账号和上次不同",
} as const;
export type BatchMark = keyof typeof BATCH_MARKS;
export const BATCH_MARK_NAMES = Object.keys(BATCH_MARKS) as [BatchMark, ...BatchMark[]];

/** Whom a sheet may pay. */
export const BATCH_KINDS = ["supplier", "service", "seller", "withdrawal"] as const satisfies readonly PayoutKind[];
export const BATCH_MOST_ROWS = 10_000;
/** The same sheet, and the same amount to the same account, is asked about for so long. */
export const BATCH_REPEAT_DAYS = 30;
/** A sheet nobody confirms is given up; its numbers are forgotten. */
export const BATCH_KEPT_DAYS = 7;
