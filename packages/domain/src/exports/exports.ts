import { defineLifecycle } from "../lifecycle.ts";

/** A file too long to wait for: prepared behind the pages, kept for some days, then emptied. */
export const exportLifecycle = defineLifecycle({
  name: "导出任务",
  initial: "waiting",
  states: {
    waiting: { label: "排队中", tone: "info" },
    running: { label: "导出中", tone: "info" },
    ready: { label: "可下载", tone: "success" },
    cancelled: { label: "已取消", tone: "neutral" },
    failed: { label: "未完成", tone: "danger" },
    expired: { label: "已过期", tone: "neutral" },
  },
  groups: { open: [], moving: ["waiting", "running"], ended: ["ready", "cancelled", "failed", "expired"] },
  stored: {
    table: "export_job",
    reachedAt: { ready: "finished_at", cancelled: "finished_at", failed: "finished_at" },
    columns: ["rows_done", "rows_total", "size_bytes", "parts", "expires_at"],
  },
  actions: {
    begin: { label: "开始", from: ["waiting", "running"], to: "running", by: "system" },
    finish: { label: "完成", from: ["running"], to: "ready", by: "system", tells: "export.ready" },
    fail: { label: "出错", from: ["waiting", "running"], to: "failed", by: "system", tells: "export.failed" },
    cancel: { label: "取消", from: ["waiting", "running"], to: "cancelled", by: "merchant" },
    expire: { label: "过期", from: ["ready"], to: "expired", by: "system" },
  },
});
export type ExportState = keyof typeof exportLifecycle.states;

export const EXPORT_FORMATS = {
  csv: { label: "CSV", contentType: "text/csv; charset=utf-8" },
  xlsx: { label: "Excel", contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]];
export const EXPORT_KEPT_DAYS = 7;
