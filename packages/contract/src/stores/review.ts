import { PLATFORMS, stateNames, storeLifecycle } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { storeDetail, storeRow } from "./views.ts";
import { wireTime } from "../wire-time.ts";

/** Every merchant's stores as operators see them; the desk opens on those that wait. */
export const storeReviewList = defineList({
  title: "店铺审核",
  row: storeRow
    .pick({
      merchantsId: true,
      platformCode: true,
      name: true,
      url: true,
      country: true,
      state: true,
      authorisation: true,
      authorisedUntil: true,
      foreignBankAccountId: true,
      createdAt: true,
    })
    .extend({
      merchantId: z.string(),
      version: z.number().int(),
      expectCurrency: z.string(),
      expectAccountName: z.string(),
      submittedAt: wireTime,
      dueAt: wireTime,
      decidedAt: wireTime.nullable(),
      /** Who decided, by name; empty while it waits. */
      decidedBy: z.string(),
    }),
  columns: {
    name: { header: "店铺" },
    platformCode: { header: "平台" },
    url: { header: "店铺链接" },
    merchantId: { header: "商户", as: "code" },
    state: { header: "状态", as: "state", lifecycle: storeLifecycle },
    expectCurrency: { header: "申请账户" },
    submittedAt: { header: "提交时间", as: "time" },
    dueAt: { header: "应完成", as: "time" },
    decidedBy: { header: "审核员" },
  },
  filters: {
    state: filter.state("状态", storeLifecycle),
    platformCode: filter.choice(
      "平台",
      PLATFORMS.map(({ code, name }) => ({ value: code, label: name })),
    ),
    name: filter.text("店铺"),
    url: filter.text("店铺链接"),
    merchantId: filter.text("商户编号", "exact"),
    submittedAt: filter.dateRange("提交时间"),
    dueAt: filter.dateRange("应完成"),
  },
  sort: ["dueAt", "submittedAt", "createdAt"],
});

const reviewer = { family: "ops", access: "operator:reviewer" } as const;
const act = { ...reviewer, method: "POST", idempotent: true, output: done } as const;
const ref = { merchantId: z.uuid(), id: z.uuid() };
/** The version the operator looked at: a newer one must be looked at first. */
const version = z.number().int().min(1);

/** The operators' desk for stores. */
export const storeReviewEndpoints = {
  storeReviews: endpoint({
    ...reviewer,
    method: "POST",
    path: "/stores/list",
    title: "店铺审核列表",
    input: listInput(storeReviewList),
    output: listOutput(storeReviewList),
  }),
  storeCase: endpoint({
    ...reviewer,
    method: "GET",
    path: "/stores/{merchantId}/{id}",
    title: "店铺：资料、材料和经过（查看会记录）",
    input: z.object(ref),
    output: storeDetail.omit({ removalBlockers: true, mayBecome: true, income: true }).extend({
      merchantId: z.string(),
      merchantName: z.string(),
      submittedAt: wireTime,
      decidedAt: wireTime.nullable(),
      decidedBy: z.string(),
      /** What our own checks say about the answers; empty: nothing. */
      notes: z.array(z.string()),
    }),
  }),
  storeDocument: endpoint({
    ...reviewer,
    method: "GET",
    path: "/stores/{merchantId}/{id}/document/{fileId}",
    title: "店铺：查看一份材料（查看会记录）",
    reply: "file",
    input: z.object({ ...ref, fileId: z.uuid() }),
    output: fileReply,
  }),
  approveStore: endpoint({
    ...act,
    path: "/stores/{merchantId}/{id}/approve",
    title: "店铺：通过，并申请收款账户",
    decidesOnMoney: true,
    input: z.object({ ...ref, version }),
  }),
  declineStore: endpoint({
    ...act,
    path: "/stores/{merchantId}/{id}/decline",
    title: "店铺：不通过",
    input: z.object({
      ...ref,
      version,
      reason: z.string().trim().min(4, "请写明原因，商户会看到").max(300, "最多 300 个字"),
    }),
  }),
  storeReviewStatistics: endpoint({
    ...reviewer,
    method: "GET",
    path: "/stores/statistics",
    title: "店铺审核统计",
    input: nothing,
    output: z.object({
      waiting: z.number().int(),
      /** Past the promise. */
      overdue: z.number().int(),
      states: z.record(z.enum(stateNames(storeLifecycle)), z.number().int()),
    }),
  }),
};

const settings = z.object({
  on: z.boolean(),
  delaySeconds: z.number().int().min(0, "不能为负").max(86_400, "最长一天"),
});
const sandbox = { family: "sandbox", access: "operator" } as const;
/** The sandbox's own reviewer of stores; absent in production. */
export const storeSimulationEndpoints = {
  simulatedStoreReviewer: endpoint({
    ...sandbox,
    method: "GET",
    path: "/stores/reviewer",
    title: "模拟店铺审核：开关、延时和规则",
    input: nothing,
    output: settings.extend({ rules: z.array(z.string()) }),
  }),
  setSimulatedStoreReviewer: endpoint({
    ...sandbox,
    method: "POST",
    path: "/stores/reviewer",
    title: "设定模拟店铺审核",
    input: settings,
    output: done,
  }),
};
