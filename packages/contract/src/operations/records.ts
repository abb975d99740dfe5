import { AUDIT_ACTIONS, WAITING_DESKS } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireAddress } from "../wire-address.ts";
import { wireTime } from "../wire-time.ts";

export const AUDIT_ACTORS = { operator: "操作员", merchant: "商户", system: "系统" } as const;

/** The audit log as a list; `action` is the stable code, `what` its words. */
export const auditList = defineList({
  title: "审计日志",
  row: z.object({
    id: z.string(),
    at: wireTime,
    actorKind: z.enum(["operator", "merchant", "system"]),
    actor: z.string(),
    action: z.string(),
    what: z.string(),
    subject: z.string(),
    detail: z.string(),
    address: z.string(),
  }),
  columns: {
    at: { header: "时间", as: "time" },
    actor: { header: "操作人" },
    what: { header: "操作" },
    subject: { header: "对象", as: "code" },
    detail: { header: "详情" },
    address: { header: "来源地址", as: "code" },
  },
  filters: {
    at: filter.dateRange("时间"),
    action: filter.choice(
      "操作",
      Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
    ),
    actorKind: filter.choice(
      "操作人类型",
      Object.entries(AUDIT_ACTORS).map(([value, label]) => ({ value, label })),
    ),
    actor: filter.text("操作人"),
    subject: filter.text("对象"),
  },
  sort: ["at"],
});

const auditState = z.object({
  rows: z.number().int(),
  /** Absent while nobody has checked yet. */
  verified: z
    .object({ intact: z.boolean(), rows: z.number().int(), problem: z.string().nullable(), at: wireTime })
    .nullable(),
});

/** A message to the outside that stopped or keeps failing. */
const troubledDelivery = z.object({
  topic: z.string(),
  reference: z.string(),
  state: z.enum(["waiting", "refused"]),
  attempts: z.number().int(),
  lastProblem: z.string(),
  createdAt: wireTime,
  dueAt: wireTime,
});

const systemState = z.object({
  deliveries: z.array(troubledDelivery),
  jobs: z.array(
    z.object({ name: z.string(), waiting: z.number().int(), active: z.number().int(), failed: z.number().int() }),
  ),
  /** False while this process cannot hear the others: pages then update only when asked. */
  live: z.boolean(),
});
export type SystemState = z.output<typeof systemState>;

const admin = { family: "ops", access: "operator:admin" } as const;

const waitingEndpoints = {
  waiting: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/waiting",
    title: "各处理台有多少在等（数到 100 为止）",
    input: nothing,
    output: z.record(z.enum(WAITING_DESKS), z.number().int()),
  }),
  search: endpoint({
    family: "ops",
    access: "operator",
    method: "GET",
    path: "/search",
    title: "全局查找：商户、店铺、收款、付款、收款账户、参考号",
    input: z.object({ text: z.string().trim().min(2, "请输入至少 2 个字").max(100) }),
    output: z.array(z.object({ kind: z.string(), title: z.string(), detail: z.string(), path: wireAddress })),
  }),
};

export const recordEndpoints = {
  ...waitingEndpoints,
  auditRows: endpoint({
    ...admin,
    method: "POST",
    path: "/audit/list",
    title: "审计日志",
    input: listInput(auditList),
    output: listOutput(auditList),
  }),
  exportAudit: endpoint({
    ...admin,
    method: "POST",
    path: "/audit/export",
    title: "导出审计日志",
    reply: "file",
    input: z.object({ filters: listInput(auditList).shape.filters }),
    output: fileReply,
  }),
  auditState: endpoint({
    ...admin,
    method: "GET",
    path: "/audit/state",
    title: "审计日志是否完整",
    input: nothing,
    output: auditState,
  }),
  verifyAudit: endpoint({
    ...admin,
    method: "POST",
    path: "/audit/verify",
    title: "从头核对审计日志",
    rateLimit: { per: "caller", limit: 6, windowSeconds: 60 },
    input: nothing,
    output: auditState,
  }),
  system: endpoint({
    ...admin,
    method: "GET",
    path: "/system",
    title: "系统状态",
    input: nothing,
    output: systemState,
  }),
  retryDelivery: endpoint({
    ...admin,
    method: "POST",
    path: "/system/deliveries/retry",
    title: "重新投递一条停下的消息",
    input: z.object({ topic: z.string().max(100), reference: z.string().max(200) }),
    output: done,
  }),
};
