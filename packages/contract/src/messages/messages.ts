import {
  DIGEST_RHYTHMS,
  MESSAGE_CATEGORIES,
  MESSAGE_CHANNELS,
  MESSAGE_TOPICS,
  messageLifecycle,
  wiresOf,
  type MessageCategory,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireAddress } from "../wire-address.ts";
import { wireTime } from "../wire-time.ts";

const keys = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]];
const wires = Object.values(MESSAGE_CATEGORIES).map((category) => category.wire);
const state = messageLifecycle.states;

const messageRow = z.object({
  id: z.string(),
  category: z.enum(keys(MESSAGE_CATEGORIES)),
  title: z.string(),
  body: z.string(),
  /** Where it leads and what the button says; null where there is nothing to open. */
  link: z.object({ label: z.string(), path: wireAddress }).nullable(),
  /** Something waits for the merchant: drawn as a button rather than a link. */
  needsAction: z.boolean(),
  status: z.enum(["unread", "read", "deleted"]),
  createdAt: wireTime,
});

export const messageList = defineList({
  title: "消息",
  row: messageRow,
  columns: {
    title: { header: "标题" },
    body: { header: "内容" },
    category: { header: "分类" },
    status: { header: "状态", as: "state", lifecycle: messageLifecycle },
    createdAt: { header: "时间", as: "time" },
  },
  filters: {
    category: filter.choice(
      "分类",
      keys(MESSAGE_CATEGORIES).map((value: MessageCategory) => ({ value, label: MESSAGE_CATEGORIES[value].label })),
    ),
    status: filter.choice("状态", [
      { value: "unread", label: state.unread.label },
      { value: "read", label: state.read.label },
    ]),
    createdAt: filter.dateRange("时间"),
    title: filter.text("金额、店铺、编号"),
  },
  /** `status` puts unread first and each half newest first. */
  sort: ["status", "createdAt"],
});

/** A named set of messages: all of them, the unread ones, or those that wait for the merchant. */
const mark = z.enum(["all", "unread", "waiting"]);
const category = z.coerce.number().pipe(z.literal(wires, "没有这个分类"));
const statusWire = z.coerce.number().pipe(z.literal(wiresOf(messageLifecycle), "没有这个状态"));
const merchantCall = { family: "portal", access: "merchant" } as const;
const channelState = z.object({ on: z.boolean(), /** Cannot be switched off. */ locked: z.boolean() });
const channels = z.object({ inApp: channelState, sms: channelState, email: channelState });

export const messageEndpoints = {
  messages: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/message/list",
    title: "消息列表",
    /** The specification's flat fields beside the list's own filters; both narrow. */
    input: listInput(messageList).extend({
      mark: mark.default("all"),
      category: category.optional(),
      status: statusWire.optional(),
    }),
    output: listOutput(messageList),
  }),
  changeMessageStatus: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/message/changeStatus",
    title: "标为已读、未读或删除",
    input: z.object({
      /** Either these messages, or with `mark` a whole set (of one category, if given). */
      ids: z.array(z.uuid()).max(200).default([]),
      mark: mark.optional(),
      category: category.optional(),
      status: statusWire,
    }),
    output: z.object({ changed: z.number().int(), unread: z.number().int() }),
  }),
  unreadCount: endpoint({
    family: "count",
    access: "merchant",
    method: "POST",
    path: "/message/getMsgCount",
    title: "未读消息数",
    input: nothing,
    output: z.number().int(),
  }),
  messageCounts: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/message/counts",
    title: "各分类未读数",
    input: nothing,
    output: z.object({
      unread: z.number().int(),
      waiting: z.number().int(),
      byCategory: z.array(z.object({ category: z.enum(keys(MESSAGE_CATEGORIES)), unread: z.number().int() })),
    }),
  }),
  messagePreferences: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/message/preferences",
    title: "怎么通知我",
    input: nothing,
    output: z.object({
      topics: z.array(
        z.object({
          topic: z.enum(keys(MESSAGE_TOPICS)),
          label: z.string(),
          /** On when on for every event of the topic; locked when locked for every one. */
          channels,
          events: z.array(z.object({ event: z.string(), label: z.string(), channels })),
        }),
      ),
      quietNights: z.boolean(),
      digest: z.enum(keys(DIGEST_RHYTHMS)),
      mobile: z.string().nullable(),
      email: z.string().nullable(),
    }),
  }),
  setMessagePreference: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/message/preferences",
    title: "修改通知方式（一个事件或整个主题）",
    input: z.object({
      topic: z.enum(keys(MESSAGE_TOPICS)).optional(),
      event: z.string().max(60).optional(),
      channel: z.enum(keys(MESSAGE_CHANNELS)),
      on: z.boolean(),
    }),
    output: done,
  }),
  setDigest: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/message/digest",
    title: "多久发一次待办摘要邮件",
    input: z.object({ rhythm: z.enum(keys(DIGEST_RHYTHMS)) }),
    output: done,
  }),
  unsubscribe: endpoint({
    family: "portal",
    access: "public",
    method: "POST",
    path: "/message/unsubscribe/{token}",
    title: "凭邮件里的链接退订，不用登录",
    body: "oneClick",
    rateLimit: { per: "address", limit: 60, windowSeconds: 60 },
    input: z.object({ token: z.string().max(150), /** Takes it back. */ again: z.boolean().default(false) }),
    output: z.object({ list: z.string(), on: z.boolean() }),
  }),
  setQuietNights: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/message/quietNights",
    title: "夜间是否发短信",
    input: z.object({ on: z.boolean() }),
    output: done,
  }),
};
