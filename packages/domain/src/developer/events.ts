import { TELL, type MessageEvent } from "../messages/event.ts";

/** What a merchant is told about its programs: what stops working unless somebody does something. */
export const DEVELOPER_EVENTS = {
  "developer.key_expiring": {
    label: "开放接口证书临近到期",
    category: "security",
    topic: "waiting",
    title: "{app} 的证书还剩 {days} 天",
    body: "证书「{key}」到期后用它签名的请求会被拒绝。请先申请新证书，两张可以同时使用，换完再吊销旧的。",
    link: { label: "去换证书", to: "developerApps" },
    needsAction: true,
    channels: TELL.waiting,
  },
  "developer.webhook_paused": {
    label: "通知地址停止投递",
    category: "security",
    topic: "waiting",
    title: "{app} 的通知已暂停投递",
    body: "{address} 连续 {failures} 次没有答复。通知都留着，修好以后请重新启用，再点「重投」补发。",
    link: { label: "查看通知", to: "developerApps" },
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
