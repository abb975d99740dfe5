import {
  DEPOSIT_CURRENCY_CODES,
  moduleLifecycle,
  PRODUCT_MODULE_NAMES,
  PRODUCT_MODULES,
  stateNames,
  type ModuleAction,
} from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const state = z.enum(stateNames(moduleLifecycle));
const module = z.enum(PRODUCT_MODULE_NAMES);
const currencies = z.array(z.enum(DEPOSIT_CURRENCY_CODES));
const reviewer = { family: "ops", access: "operator:reviewer" } as const;

/** What merchants asked to have opened, for the colleague who decides. */
export const moduleApplicationList = defineList({
  title: "开通申请",
  row: z.object({
    merchantId: z.uuid(),
    module,
    state,
    currencies,
    appliedAt: wireTime,
    decidedAt: wireTime.nullable(),
    decidedBy: z.uuid().nullable(),
    reason: z.string().nullable(),
  }),
  columns: {
    merchantId: { header: "商户" },
    module: { header: "服务" },
    currencies: { header: "意向币种" },
    appliedAt: { header: "申请时间", as: "time" },
    state: { header: "状态", as: "state", lifecycle: moduleLifecycle },
    decidedAt: { header: "处理时间", as: "time" },
    reason: { header: "原因" },
  },
  filters: {
    state: filter.choice(
      "状态",
      stateNames(moduleLifecycle)
        .filter((value) => value !== moduleLifecycle.initial)
        .map((value) => ({ value, label: moduleLifecycle.states[value].label })),
    ),
    module: filter.choice(
      "服务",
      PRODUCT_MODULE_NAMES.map((value) => ({ value, label: PRODUCT_MODULES[value].label })),
    ),
    appliedAt: filter.dateRange("申请时间"),
    merchantId: filter.text("商户编号", "exact"),
  },
  sort: ["appliedAt"],
});

export const serviceEndpoints = {
  moduleInfo: endpoint({
    method: "GET",
    path: "/guest/outside/module/info",
    title: "个人理财开通到哪一步",
    family: "gateway",
    access: "merchant",
    flag: "personalFinance",
    input: nothing,
    output: z.object({
      state,
      /** Why it was declined, last. */
      reason: z.string().nullable(),
      currencies,
      events: z.array(
        z.object({
          action: z.enum(Object.keys(moduleLifecycle.actions) as [ModuleAction, ...ModuleAction[]]),
          at: wireTime,
          reason: z.string().nullable(),
        }),
      ),
    }),
  }),
  applyForModule: endpoint({
    method: "POST",
    path: "/guest/outside/module/apply",
    title: "申请开通个人理财",
    family: "gateway",
    access: "certified",
    flag: "personalFinance",
    idempotent: true,
    input: z.object({
      currencies: currencies
        .min(1, "请至少选择一个币种")
        .max(DEPOSIT_CURRENCY_CODES.length)
        .refine((chosen) => new Set(chosen).size === chosen.length, "同一个币种只选一次"),
      /** The partner opens the account with the papers we hold: the merchant must agree. */
      agreed: z.literal(true, "请先同意把认证资料提供给合作银行"),
    }),
    output: z.object({ state }),
  }),
  moduleApplications: endpoint({
    ...reviewer,
    method: "POST",
    path: "/module_applications/list",
    title: "开通申请列表",
    input: listInput(moduleApplicationList),
    output: listOutput(moduleApplicationList),
  }),
  decideModule: endpoint({
    ...reviewer,
    method: "POST",
    path: "/module_applications/{merchantId}/{module}/decide",
    title: "处理开通申请",
    idempotent: true,
    input: z
      .object({
        merchantId: z.uuid(),
        module,
        decision: z.enum(["approve", "decline"]),
        /** Read by the merchant. */
        reason: z.string().trim().max(200).default(""),
      })
      .refine(({ decision, reason }) => decision === "approve" || reason !== "", {
        path: ["reason"],
        message: "请写明原因，商户会看到",
      }),
    output: done,
  }),
};
