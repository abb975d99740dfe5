import { REJECT_REASON_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";
import { orderDeskList, orderRow } from "./lists.ts";
import { uploadDetail } from "./orders.ts";

const key = z.object({ merchantId: z.uuid(), id: z.uuid() });
const reads = { family: "ops", access: "operator" } as const;
const decides = { family: "ops", access: "operator:reviewer", idempotent: true, decidesOnMoney: true } as const;

const waybill = z.object({
  tracking: z.string(),
  carrier: z.string().nullable(),
  standing: z.enum(["delivered", "underWay", "unknown"]),
  shippedAt: wireTime.nullable(),
  country: z.string().nullable(),
});
export type Waybill = z.output<typeof waybill>;
const deskCase = uploadDetail.extend({
  merchantId: z.uuid(),
  merchantName: z.string(),
  /** What people have said about this merchant's orders so far. */
  record: z.object({
    passed: z.number().int(),
    failed: z.number().int(),
    /** About so many dollars, over all currencies. */
    passedWorth: money,
    failedWorth: money,
    proven: z.boolean(),
  }),
  debt: z.array(money),
});
export type OrderDeskCase = z.output<typeof deskCase>;

/** The reviewers' desk for orders. */
export const orderDeskEndpoints = {
  orderDesk: endpoint({
    ...reads,
    method: "POST",
    path: "/orders/list",
    title: "订单材料",
    input: listInput(orderDeskList),
    output: listOutput(orderDeskList),
  }),
  orderCase: endpoint({
    ...reads,
    method: "GET",
    path: "/orders/{merchantId}/{id}",
    title: "一份订单材料",
    input: key,
    output: deskCase,
  }),
  orderCaseRows: endpoint({
    ...reads,
    method: "GET",
    path: "/orders/{merchantId}/{id}/rows",
    title: "一份材料里等人看的订单",
    input: key.extend({ open: z.enum(["yes", "no"]).default("yes") }),
    output: z.array(orderRow.extend({ sharedTracking: z.number().int() })),
  }),
  beginReview: endpoint({
    ...decides,
    method: "POST",
    path: "/orders/begin",
    title: "开始审核",
    input: key,
    output: z.object({ rows: z.number().int() }),
  }),
  decideOrders: endpoint({
    ...decides,
    method: "POST",
    path: "/orders/decide",
    title: "通过或不通过所选订单",
    input: key.extend({
      orderIds: z.array(z.uuid()).min(1, "请选择订单").max(500, "一次最多 500 个"),
      decision: z.enum(["pass", "fail"]),
      reason: z.enum(REJECT_REASON_NAMES).nullable().default(null),
      /** Of a single order: less than it says. */
      part: money.nullable().default(null),
    }),
    output: z.object({ decided: z.number().int(), granted: z.array(money) }),
  }),
  checkWaybill: endpoint({
    ...reads,
    access: "operator:reviewer",
    method: "POST",
    path: "/orders/waybill",
    title: "查运单",
    input: z.object({ merchantId: z.uuid(), id: z.uuid() }),
    output: waybill,
  }),
  orderPaper: endpoint({
    ...reads,
    access: "operator:reviewer",
    method: "GET",
    path: "/orders/{merchantId}/{id}/paper/{fileId}",
    title: "查看单据",
    reply: "file",
    input: key.extend({ fileId: z.uuid() }),
    output: fileReply,
  }),
  quotaDebtors: endpoint({
    ...reads,
    method: "GET",
    path: "/orders/debtors",
    title: "欠额度的商户：用掉的订单后来退款",
    input: nothing,
    output: z.array(z.object({ merchantId: z.uuid(), debt: money, since: wireTime })),
  }),
  orderReasons: endpoint({
    ...reads,
    method: "GET",
    path: "/orders/reasons",
    title: "未通过原因统计",
    input: nothing,
    output: z.array(z.object({ label: z.string(), by: z.enum(["system", "person"]), count: z.number().int() })),
  }),
};
