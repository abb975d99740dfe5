import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";
import { keyView, webhookView } from "./views.ts";

const STANDINGS = [
  { value: "enabled", label: "启用" },
  { value: "disabled", label: "停用" },
  { value: "suspended", label: "已暂停" },
] as const;
const row = z.object({
  merchantId: z.uuid(),
  id: z.uuid(),
  appId: z.string(),
  product: z.string(),
  standing: z.enum(["enabled", "disabled", "suspended"]),
  callsPerMinute: z.number().int(),
  createdAt: wireTime,
});
export const openAppDeskList = defineList({
  title: "开放接口应用",
  row,
  columns: {
    product: { header: "应用" },
    appId: { header: "应用编号", as: "code" },
    standing: { header: "状态", options: STANDINGS },
    callsPerMinute: { header: "每分钟上限" },
    createdAt: { header: "创建时间", as: "time" },
  },
  filters: {
    product: filter.text("应用"),
    appId: filter.text("应用编号", "exact"),
    standing: filter.choice("状态", STANDINGS),
    createdAt: filter.dateRange("创建时间"),
  },
  sort: ["createdAt"],
});
const detail = row.extend({
  merchantName: z.string().nullable(),
  suspendedReason: z.string().nullable(),
  ipWhitelist: z.array(z.string()),
  scopes: z.array(z.string()),
  certificates: z.array(keyView),
  webhooks: z.array(webhookView),
  callsToday: z.number().int(),
  /** Refusals of the last seven days, most frequent first. */
  errors: z.array(z.object({ code: z.number().int(), reason: z.string(), count: z.number().int() })),
});
export type OpenAppDeskRow = z.output<typeof row>;
export type OpenAppDeskDetail = z.output<typeof detail>;

const key = z.object({ merchantId: z.uuid(), id: z.uuid() });
const admin = { family: "ops", access: "operator:admin", method: "POST", idempotent: true, output: done } as const;

export const appDeskEndpoints = {
  openApps: endpoint({
    family: "ops",
    access: "operator",
    method: "POST",
    path: "/open_apps/list",
    title: "开放接口应用",
    input: listInput(openAppDeskList),
    output: listOutput(openAppDeskList),
  }),
  openAppCase: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/open_apps/{merchantId}/{id}",
    title: "一个开放接口应用：用量、通知和常见错误（查看会记录）",
    input: key,
    output: detail,
  }),
  openHealth: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/open_apps/health",
    title: "开放接口：今天的调用、通知积压和最多的错误",
    input: nothing,
    output: z.object({
      callsToday: z.number().int(),
      appsToday: z.number().int(),
      deliveriesWaiting: z.number().int(),
      deliveriesParked: z.number().int(),
      webhooksPaused: z.number().int(),
      errors: z.array(z.object({ code: z.number().int(), reason: z.string(), count: z.number().int() })),
    }),
  }),
  suspendApp: endpoint({
    ...admin,
    path: "/open_apps/{merchantId}/{id}/suspend",
    title: "暂停开放接口应用（立即生效）",
    input: key.extend({ reason: z.string().trim().min(2, "请写明原因").max(200, "最多 200 个字") }),
  }),
  resumeApp: endpoint({
    ...admin,
    path: "/open_apps/{merchantId}/{id}/resume",
    title: "恢复开放接口应用",
    decidesOnMoney: true,
    input: key,
  }),
  setAppLimit: endpoint({
    ...admin,
    path: "/open_apps/{merchantId}/{id}/limit",
    title: "调整开放接口应用的每分钟上限",
    input: key.extend({ callsPerMinute: z.number().int().min(1).max(100_000) }),
  }),
};
