import { defineLifecycle } from "../lifecycle.ts";
import { platformByCode } from "../platforms/catalogue.ts";

/** How orders come to us. */
export const UPLOAD_WAYS = {
  file: { label: "上传文件" },
  typed: { label: "手工填写" },
  store: { label: "店铺同步" },
} as const;
export type UploadWay = keyof typeof UPLOAD_WAYS;
export const UPLOAD_WAY_NAMES = Object.keys(UPLOAD_WAYS) as [UploadWay, ...UploadWay[]];

/** The page on which orders of a platform are uploaded. */
export const uploadPageOf = (platformCode: string): "uploadElectronic" | "uploadThird" | "uploadOffline" => {
  const category = platformByCode(platformCode)?.category;
  if (category === "payment") return "uploadThird";
  return category === "offline" ? "uploadOffline" : "uploadElectronic";
};

/** A delivery of orders: one file, one form, one reading of a store. Its end is what its rows add up to. */
export const orderUploadLifecycle = defineLifecycle({
  name: "订单材料",
  initial: "analysing",
  states: {
    analysing: { label: "分析中", tone: "info" },
    waiting: { label: "待审核", tone: "info" },
    reviewing: { label: "审核中", tone: "info" },
    passed: { label: "已通过", tone: "success" },
    partlyPassed: { label: "部分通过", tone: "warning" },
    failed: { label: "未通过", tone: "danger" },
    cancelled: { label: "已取消", tone: "neutral" },
  },
  groups: {
    open: ["waiting", "reviewing"],
    moving: ["analysing"],
    ended: ["passed", "partlyPassed", "failed", "cancelled"],
  },
  stored: {
    table: "order_upload",
    changedAt: "changed_at",
    reachedAt: { passed: "ended_at", partlyPassed: "ended_at", failed: "ended_at", cancelled: "ended_at" },
    timeline: true,
    columns: ["problem", "rows_total", "rows_done", "rows_passed", "rows_failed", "rows_waiting"],
  },
  actions: {
    handOver: {
      label: "转人工审核",
      from: ["analysing", "partlyPassed", "failed"],
      to: "waiting",
      by: ["system", "merchant"],
    },
    begin: { label: "开始审核", from: ["waiting"], to: "reviewing", by: "reviewer" },
    pass: {
      label: "全部通过",
      from: ["analysing", "waiting", "reviewing", "partlyPassed", "failed"],
      to: "passed",
      by: ["system", "reviewer", "merchant"],
      tells: "orders.passed",
    },
    passPartly: {
      label: "部分通过",
      from: ["analysing", "waiting", "reviewing", "failed"],
      to: "partlyPassed",
      by: ["system", "reviewer", "merchant"],
      tells: "orders.partly_passed",
    },
    fail: {
      label: "未通过",
      from: ["analysing", "waiting", "reviewing"],
      to: "failed",
      by: ["system", "reviewer"],
      tells: "orders.failed",
    },
    cancel: { label: "取消", from: ["analysing"], to: "cancelled", by: "merchant" },
  },
});
export type OrderUploadState = keyof typeof orderUploadLifecycle.states;
export type OrderUploadAction = keyof typeof orderUploadLifecycle.actions;
/** What is told of an upload beside its moves. */
const UPLOAD_STEPS = { decide: "审核" } as const;
export type OrderUploadStep = OrderUploadAction | keyof typeof UPLOAD_STEPS;
export const uploadStepLabel = (step: OrderUploadStep): string =>
  step in UPLOAD_STEPS
    ? UPLOAD_STEPS[step as keyof typeof UPLOAD_STEPS]
    : orderUploadLifecycle.actions[step as OrderUploadAction].label;

/** Why a file could not be read at all, in words that say what to do. */
export const FILE_PROBLEMS = {
  header: "没有找到表头，请选对报表类型，并上传平台原始文件，不要改列名",
  encoding: "文件里混有不同的编码，请另存为 UTF-8 编码的 CSV 或 XLSX 后上传",
  empty: "表头下面没有订单，请确认导出的日期范围",
  tooManyRows: "超过 10 万行，请按月份拆成几个文件上传",
  tooComplex: "文件展开后过大，无法读取，请只保留订单数据另存后上传",
  damaged: "文件已损坏或不是表格，请重新从平台导出",
} as const;
export type FileProblem = keyof typeof FILE_PROBLEMS;
export const TYPED_ROWS_AT_MOST = 200;

/** Papers of trade that has no platform to ask. */
export const ORDER_PAPERS = {
  contract: "合同或形式发票",
  invoice: "商业发票",
  logistics: "物流单据或报关单",
} as const;
export type OrderPaper = keyof typeof ORDER_PAPERS;
export const ORDER_PAPER_NAMES = Object.keys(ORDER_PAPERS) as [OrderPaper, ...OrderPaper[]];

/** What a period of a connected store lacks that was not read. */
export const STORE_GAPS = { orders: "订单还没有读到", refunds: "退款还没有重新核对" } as const;
export type StoreGap = keyof typeof STORE_GAPS;
export const STORE_GAP_NAMES = Object.keys(STORE_GAPS) as [StoreGap, ...StoreGap[]];
