import { TELL, type MessageEvent } from "../messages/event.ts";

const LINK = { label: "查看这批付款", to: "batch", parameters: { id: "{batchId}" } } as const;

/** What merchants are told about it: once for a sheet, not for every row. */
export const BATCHES_EVENTS = {
  "batch.unreadable": {
    label: "批量付款文件没能解析",
    category: "money",
    topic: "payout",
    title: "「{title}」没能解析",
    body: "{reason}。请改好后重新上传。",
    link: LINK,
    needsAction: true,
    channels: TELL.money,
  },
  "batch.finished": {
    label: "批量付款有了结果",
    category: "money",
    topic: "payout",
    title: "「{title}」付完了",
    body: "{done} 笔到账，{failed} 笔没有付成。结果文件可以下载。",
    link: LINK,
    channels: TELL.payout,
  },
} as const satisfies Record<string, MessageEvent>;
