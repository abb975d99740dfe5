import type { RefusalTable } from "../refusals/refusal.ts";

export const messageRefusals = {
  "messages.nothing_chosen": { code: 13001, status: 400, message: "请选择要处理的消息" },
  "messages.channel_locked": { code: 13002, status: 409, message: "这项通知关系到您的资金安全，不能关闭" },
  "messages.preference_unknown": { code: 13003, status: 400, message: "没有这项通知，请刷新页面后重试" },
  "messages.link_unknown": {
    code: 13004,
    status: 404,
    message: "退订链接不完整或已失效，请登录后在「消息」页修改通知方式",
  },
  "calendar.beyond_horizon": { code: 13010, status: 400, message: "日历数据从 {from} 到 {to}，请选择这段时间内的月份" },
} as const satisfies RefusalTable;
