import { TELL, type MessageEvent } from "../messages/event.ts";

/** What merchants are told about it. */
export const EXPORTS_EVENTS = {
  "export.ready": {
    label: "导出文件已备好",
    category: "money",
    topic: "income",
    title: "收款明细已导出，{count} 笔",
    body: "「{file}」请在 {until} 前下载，过期后需要重新导出。",
    link: { label: "下载", to: "exports" },
    channels: TELL.money,
  },
  "export.failed": {
    label: "导出没有完成",
    category: "money",
    topic: "income",
    title: "收款明细没有导出完成",
    body: "「{file}」没有写完，账目不受影响。请重新导出，再次失败请联系客服。",
    link: { label: "重新导出", to: "exports" },
    channels: TELL.money,
  },
} as const satisfies Record<string, MessageEvent>;
