import { defineLifecycle } from "../lifecycle.ts";

/** What ICBC is told of a merchant: who it is, and what it took. */
export const ICBC_DATA = { user: "认证资料", orders: "收款和订单" } as const satisfies Record<string, string>;
export type IcbcData = keyof typeof ICBC_DATA;
export const ICBC_DATA_NAMES = Object.keys(ICBC_DATA) as [IcbcData, ...IcbcData[]];

/** Data on their way to ICBC: told once the bank says it has them. */
export const icbcUploadLifecycle = defineLifecycle({
  name: "工行资料报送",
  initial: "sending",
  states: {
    sending: { label: "报送中", tone: "info" },
    asked: { label: "工行要求说明", tone: "warning" },
    sent: { label: "已报送", tone: "success" },
    refused: { label: "被工行退回", tone: "danger" },
    withdrawn: { label: "已撤回", tone: "neutral" },
  },
  groups: { open: ["asked"], moving: ["sending"], ended: ["sent", "refused", "withdrawn"] },
  actions: {
    ask: { label: "工行要求说明", from: ["sending"], to: "asked", by: "rail", tells: "icbc.asked" },
    answer: { label: "说明", from: ["asked"], to: "sending", by: "merchant" },
    accept: { label: "工行收下", from: ["sending", "asked"], to: "sent", by: "rail" },
    refuse: { label: "工行退回", from: ["sending", "asked"], to: "refused", by: "rail", tells: "icbc.refused" },
    withdraw: { label: "停用服务，撤回", from: ["sending", "asked"], to: "withdrawn", by: "merchant" },
  },
  stored: { table: "icbc_upload", changedAt: "changed_at", timeline: true, columns: ["reason"] },
});
export type IcbcUploadState = keyof typeof icbcUploadLifecycle.states;

const { states } = icbcUploadLifecycle;
/** How far one kind of data has come: not told yet, or told and older than what there is now. */
export const ICBC_UPLOADS = {
  none: { label: "未报送", tone: "neutral" },
  ...states,
  stale: { label: "有新数据待报送", tone: "warning" },
} as const;
export type IcbcUpload = keyof typeof ICBC_UPLOADS;
export const ICBC_UPLOAD_NAMES = Object.keys(ICBC_UPLOADS) as [IcbcUpload, ...IcbcUpload[]];
