import { TELL, type MessageEvent } from "../messages/event.ts";

const LINK = { label: "查看进度", to: "personalFinance" } as const;

/** What merchants are told about it. */
export const SERVICES_EVENTS = {
  "module.applied": {
    label: "开通申请已提交",
    category: "money",
    topic: "services",
    title: "{module}开通申请已提交",
    body: "我们会把您的认证资料交给合作银行开户，有结果后通知您。",
    link: LINK,
    channels: TELL.money,
  },
  "module.opened": {
    label: "服务已开通",
    category: "money",
    topic: "services",
    title: "{module}已开通",
    body: "合作银行已确认您的账户。",
    link: { label: "去看看", to: "personalFinance" },
    channels: TELL.money,
  },
  "module.declined": {
    label: "开通申请未通过",
    category: "money",
    topic: "services",
    title: "{module}开通申请未通过",
    body: "{reason}。处理后可以重新申请。",
    link: { label: "去处理", to: "personalFinance" },
    needsAction: true,
    channels: TELL.waiting,
  },
} as const satisfies Record<string, MessageEvent>;
