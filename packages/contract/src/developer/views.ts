import {
  API_SCOPES,
  EVERY_TOPIC,
  WEBHOOK_TOPICS,
  WEBHOOK_TYPES,
  type ApiScope,
  type WebhookType,
} from "@coralhub/domain";
import { z } from "zod";
import { defineList, filter } from "../list.ts";
import { wireAddress } from "../wire-address.ts";
import { wireTime } from "../wire-time.ts";

export const scope = z.enum(Object.keys(API_SCOPES) as [ApiScope, ...ApiScope[]]);
const topics = Object.keys(WEBHOOK_TOPICS) as [string, ...string[]];
export const oneTopic = z.enum(topics, "请选择主题");
export const topic = z.enum([EVERY_TOPIC, ...topics], "请选择主题");
export const webhookType = z.enum(Object.keys(WEBHOOK_TYPES) as [WebhookType, ...WebhookType[]]);

export const keyView = z.object({
  id: z.uuid(),
  certName: z.string(),
  algorithm: z.enum(["rsa", "ed25519"]),
  /** Of the certificate, SHA-256; a bare public key has none. */
  fingerprint: z.string().nullable(),
  serial: z.string(),
  beginsAt: wireTime,
  endsAt: wireTime,
  revokedAt: wireTime.nullable(),
});
export const webhookView = z.object({
  id: z.uuid(),
  webhookType,
  webhookTopic: topic,
  webhookAddress: z.string(),
  isEnabled: z.boolean(),
  /** Stopped by us because nobody answered. */
  pausedAt: wireTime.nullable(),
  /** The latest forty, oldest first: at once, after retries, not yet, or given up. */
  recent: z.array(z.enum(["once", "retried", "waiting", "parked"])),
  waiting: z.number().int(),
  parked: z.number().int(),
  lastAt: wireTime.nullable(),
});
export const appBrief = z.object({
  appId: z.string(),
  appProduct: z.string(),
  /** The open-API user id of the merchant. */
  userId: z.string(),
  isEnabled: z.boolean(),
  suspendedReason: z.string().nullable(),
  ipWhitelist: z.array(z.string()),
  scopes: z.array(scope),
  callsPerMinute: z.number().int(),
  createdAt: wireTime,
});
export const appView = appBrief.extend({
  certificates: z.array(keyView),
  webhooks: z.array(webhookView),
  hasToken: z.boolean(),
  /** Where the outside world is played: tokens, test money, replays. */
  sandbox: z.boolean(),
  today: z.object({ calls: z.number().int(), refused: z.number().int(), medianMs: z.number().int().nullable() }),
});
export type OpenAppBrief = z.output<typeof appBrief>;
export type OpenAppView = z.output<typeof appView>;
export type OpenKeyView = z.output<typeof keyView>;
export type WebhookView = z.output<typeof webhookView>;

const requestRow = z.object({
  id: z.uuid(),
  at: wireTime,
  appId: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  result: z.enum(["done", "refused", "failed"]),
  code: z.number().int().nullable(),
  ms: z.number().int(),
  address: z.string(),
  requestId: z.string(),
});
const RESULTS = [
  { value: "done", label: "成功" },
  { value: "refused", label: "被拒绝" },
  { value: "failed", label: "出错" },
] as const;
export const requestList = defineList({
  title: "请求日志",
  row: requestRow,
  columns: {
    at: { header: "时间", as: "time" },
    method: { header: "方法", as: "code" },
    path: { header: "请求" },
    result: { header: "结果", options: RESULTS },
    status: { header: "状态码" },
    ms: { header: "耗时（毫秒）" },
    address: { header: "来源", as: "code" },
    requestId: { header: "请求编号", as: "code" },
  },
  filters: {
    at: filter.dateRange("时间"),
    result: filter.choice("结果", RESULTS),
    path: filter.text("路径或业务编号"),
    requestId: filter.text("请求编号", "exact"),
    appId: filter.text("应用编号", "exact"),
  },
  sort: ["at"],
});
export const requestDetail = requestRow.extend({
  callerRequestId: z.string().nullable(),
  reason: z.string().nullable(),
  body: z.string().nullable(),
  answer: z.string().nullable(),
  masked: z.boolean(),
  /** Where the portal shows what it was about. */
  object: z.object({ label: z.string(), path: wireAddress }).nullable(),
  /** In the sandbox, where nothing of it was masked. */
  mayReplay: z.boolean(),
});
export type OpenRequestRow = z.output<typeof requestRow>;
export type OpenRequestDetail = z.output<typeof requestDetail>;

const deliveryRow = z.object({
  id: z.uuid(),
  createdAt: wireTime,
  webhookId: z.uuid(),
  topic: z.string(),
  sequence: z.number().int(),
  standing: z.enum(["delivered", "waiting", "parked"]),
  attempts: z.number().int(),
  dueAt: wireTime.nullable(),
});
const STANDINGS = [
  { value: "delivered", label: "已送达" },
  { value: "waiting", label: "等待投递" },
  { value: "parked", label: "没有送达" },
] as const;
export const deliveryList = defineList({
  title: "通知投递记录",
  row: deliveryRow,
  columns: {
    createdAt: { header: "时间", as: "time" },
    topic: { header: "主题", as: "code" },
    sequence: { header: "序号" },
    standing: { header: "结果", options: STANDINGS },
    attempts: { header: "投递次数" },
    dueAt: { header: "下次投递", as: "time" },
  },
  filters: {
    createdAt: filter.dateRange("时间"),
    webhookId: filter.text("通知编号", "exact"),
    topic: filter.text("主题", "exact"),
    standing: filter.choice("结果", STANDINGS),
  },
  sort: ["createdAt"],
});
export const deliveryDetail = deliveryRow.extend({
  body: z.string(),
  log: z.array(
    z.object({
      at: wireTime,
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      ms: z.number().int(),
      answer: z.string(),
    }),
  ),
});
export type DeliveryRow = z.output<typeof deliveryRow>;
export type DeliveryDetail = z.output<typeof deliveryDetail>;

const eventRow = z.object({
  id: z.uuid(),
  topic: z.string(),
  subject: z.string(),
  subjectId: z.uuid(),
  at: wireTime,
});
export const eventList = defineList({
  title: "事件",
  row: eventRow,
  columns: { at: { header: "时间", as: "time" }, topic: { header: "主题", as: "code" } },
  filters: {
    at: filter.dateRange("时间"),
    topic: filter.text("主题", "exact"),
    subjectId: filter.text("业务编号", "exact"),
  },
  sort: ["at"],
});
