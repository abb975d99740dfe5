import { TELL, type MessageEvent } from "../messages/event.ts";

const LINK = { label: "查看这批付款", to: "batch", parameters: { id: "{batchId}" } } as const;

/** What merchants are told about it: once for a sheet, not for every row. */
export const BATCHES_EVENTS = {
  "batch.unreadable": {
    label: "批量付款文件无法读取",
    category: "money",
    topic: "payout",
    title: "「{title}」无法读取",
    body: "{reason}。请改好后重新上传。",
    link: LINK,
    needsAction: true,
    channels: TELL.money,
  },
  "batch.new_payees": {
    label: "批量付款付给新的收款账户",
    category: "security",
    topic: "security",
    title: "「{title}」付给 {count} 个新收款账户",
    body: "如果不是您操作的，请立即取消还没付出的款项、修改密码并联系客服。",
    link: LINK,
    urgent: true,
    channels: TELL.security,
  },
  "batch.finished": {
    label: "批量付款有了结果",
    category: "money",
    topic: "payout",
    title: "「{title}」已处理完",
    body: "{done} 笔到账，{failed} 笔未能付款。结果文件可以下载。",
    link: LINK,
    channels: TELL.payout,
  },
} as const satisfies Record<string, MessageEvent>;
