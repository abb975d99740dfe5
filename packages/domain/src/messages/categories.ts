import { defineLifecycle } from "../lifecycle.ts";

/** The message centre's left column, in its order. `wire` is the `category` of the message calls. */
export const MESSAGE_CATEGORIES = {
  money: { wire: 1, label: "资金" },
  stores: { wire: 2, label: "店铺" },
  orders: { wire: 3, label: "订单材料" },
  security: { wire: 4, label: "安全" },
  certification: { wire: 5, label: "认证" },
  card: { wire: 6, label: "珊瑚卡" },
  notice: { wire: 7, label: "公告" },
} as const satisfies Record<string, { wire: number; label: string }>;
export type MessageCategory = keyof typeof MESSAGE_CATEGORIES;

export const messageLifecycle = defineLifecycle({
  name: "message",
  initial: "unread",
  states: {
    unread: { label: "未读", tone: "info", wire: 0 },
    read: { label: "已读", tone: "neutral", wire: 1 },
    deleted: { label: "已删除", tone: "neutral", wire: 2 },
  },
  groups: { open: ["unread"], moving: [], ended: ["read", "deleted"] },
  stored: { table: "message", column: "status", quiet: true },
  actions: {
    read: { label: "标为已读", from: ["unread"], to: "read", by: "merchant" },
    unread: { label: "标为未读", from: ["read"], to: "unread", by: "merchant" },
    delete: { label: "删除", from: ["unread", "read"], to: "deleted", by: "merchant" },
  },
});
export type MessageState = keyof typeof messageLifecycle.states;

/** The rows of "how we tell you": each event belongs to one. */
export const MESSAGE_TOPICS = {
  waiting: "等您处理的事",
  income: "到账和入账",
  payout: "提现和付款",
  stores: "店铺和授权",
  card: "珊瑚卡交易",
  services: "服务开通",
  security: "登录与安全",
  notice: "公告",
  offers: "活动与优惠",
} as const;
export type MessageTopic = keyof typeof MESSAGE_TOPICS;

export const MESSAGE_CHANNELS = { inApp: "站内", sms: "短信", email: "邮件" } as const;
export type MessageChannel = keyof typeof MESSAGE_CHANNELS;

/** SMS wait for the morning in these Beijing hours if the merchant requests so; security notices do not wait. */
export const QUIET_HOURS = { from: 22, to: 8 } as const;
/** A push reaches a merchant at most so often in so many days, all campaigns together. */
export const PUSH_CAPS = {
  inApp: { most: 3, days: 7 },
  email: { most: 2, days: 7 },
  sms: { most: 1, days: 7 },
} as const satisfies Record<MessageChannel, { most: number; days: number }>;
/** Why a push did not go out by a channel. */
export const PUSH_MISSES = { unwanted: "未同意", capped: "次数已满", unreachable: "没有地址" } as const;
export type PushMiss = keyof typeof PUSH_MISSES;

/** How often a mail gathers what waits. */
export const DIGEST_RHYTHMS = { off: "不发", daily: "每天", weekly: "每周一" } as const;
export type DigestRhythm = keyof typeof DIGEST_RHYTHMS;
/** Beijing hour from which the day's digest is sent. */
export const DIGEST_HOUR = 9;
/** What a link in a mail can end: the mails about one topic, or the digest. */
export type MailList = MessageTopic | "digest";
export const mailListName = (list: MailList): string => (list === "digest" ? "待办摘要" : MESSAGE_TOPICS[list]);

/** The badge shows at most this number. */
export const UNREAD_BADGE_CAP = 99;
