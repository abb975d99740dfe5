import { orderUploadLifecycle, stateNames } from "@coralhub/domain";
import { z } from "zod";
import { done, endpoint, fileReply, money, nothing, uploadedFile } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { boundOrderList, freeOrderList, orderFundList, orderFundRow, orderRow, orderUploadList } from "./lists.ts";
import { excelType, merchantsId, platformCode, uploadAnswer, uploadDetail } from "./orders.ts";

const reads = { family: "gateway", access: "merchant" } as const;
const writes = { family: "gateway", access: "certified", idempotent: true } as const;
const ofId = z.object({ id: z.uuid() });

/** So many can be named one by one; several calls add up, and an offer, a settlement or all of a payment's has no limit. */
const MOST_NAMED = 20_000;
const offerKey = z.string().regex(/^[0-9a-f]{64}$/, "请选择一组订单");
const why = (asked: string) => z.string().trim().min(2, asked).max(100);

const incomeOrders = orderFundRow.extend({
  /** The first of them; all, page by page, by a call of their own. */
  bound: z.array(boundOrderList.row),
  /** Sets of orders that would explain it, for a person to choose from. The key stands for these very orders. */
  offers: z.array(
    z.object({ key: offerKey, orders: z.number().int(), sum: money, explanation: z.string(), certain: z.boolean() }),
  ),
  /** The nearest of those that could be bound by hand, and how many there are; all of them by a call of their own. */
  candidates: z.array(orderRow),
  free: z.number().int(),
});
export type IncomeOrders = z.output<typeof incomeOrders>;

const matchingCalls = {
  vaOrders: endpoint({
    ...reads,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/pageList",
    title: "收款账户的款项与订单",
    input: listInput(orderFundList),
    output: listOutput(orderFundList),
  }),
  vaOrder: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/vaOrderInfo/detail/{id}",
    title: "一笔款项的订单",
    input: ofId,
    output: incomeOrders,
  }),
  boundOrders: endpoint({
    ...reads,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/orders",
    title: "一笔款项已关联的订单",
    input: listInput(boundOrderList).extend({ incomeId: z.uuid() }),
    output: listOutput(boundOrderList),
  }),
  freeOrders: endpoint({
    ...reads,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/candidates",
    title: "一笔款项可以关联的订单",
    input: listInput(freeOrderList).extend({ incomeId: z.uuid() }),
    output: listOutput(freeOrderList),
  }),
  bindOrders: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/bind",
    title: "关联订单",
    input: z.object({
      incomeId: z.uuid(),
      orderIds: z
        .array(z.uuid())
        .min(1, "请选择订单")
        .max(MOST_NAMED, `一次最多关联 ${MOST_NAMED} 个订单，更多请分几次关联`),
      reason: why("请写明依据"),
    }),
    output: z.object({ orders: z.number().int() }),
  }),
  unbindOrders: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/unbind",
    title: "解除订单关联",
    input: z.object({
      incomeId: z.uuid(),
      orderIds: z
        .array(z.uuid())
        .min(1, "请选择订单")
        .max(MOST_NAMED, `一次最多解除 ${MOST_NAMED} 个订单，更多请解除全部或分几次`),
      reason: why("请写明原因"),
    }),
    output: z.object({ orders: z.number().int() }),
  }),
  bindOffer: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/bindOffer",
    title: "关联系统找到的一组订单",
    input: z.object({ incomeId: z.uuid(), offer: offerKey }),
    output: z.object({ orders: z.number().int() }),
  }),
  unbindAll: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/unbindAll",
    title: "解除一笔款项的全部订单",
    input: z.object({ incomeId: z.uuid(), reason: why("请写明原因") }),
    output: z.object({ orders: z.number().int() }),
  }),
  matchOrders: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/vaOrderInfo/match",
    title: "自动对上收款与订单",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: nothing,
    output: done,
  }),
};

const analysisCalls = {
  analysisTemplate: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/file/analysis/template",
    title: "下载订单模板",
    reply: "file",
    input: nothing,
    output: fileReply,
  }),
  analysisHistory: endpoint({
    ...reads,
    method: "POST",
    path: "/guest/outside/file/analysis/history",
    title: "分析记录",
    alias: "/advice/order/recordList",
    input: listInput(orderUploadList),
    output: listOutput(orderUploadList),
  }),
  applyAnalysis: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/file/analysis/apply",
    title: "申请分析已上传的文件",
    input: z.object({ fileId: z.uuid(), platformCode, merchantsId, excelType }),
    output: uploadAnswer,
  }),
  analysisStatus: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/file/analysis/status/{id}",
    title: "分析进度",
    input: ofId,
    output: z.object({
      id: z.uuid(),
      state: z.enum(stateNames(orderUploadLifecycle)),
      rowsTotal: z.number().int(),
      rowsDone: z.number().int(),
      percent: z.number().int(),
      problemText: z.string().nullable(),
    }),
  }),
  analysisSnapshot: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/file/analysis/snapshot/{id}",
    title: "分析结果",
    input: ofId,
    output: uploadDetail.extend({ rows: z.array(orderRow) }),
  }),
  analysisDocument: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/file/analysis/document/{id}",
    title: "下载上传的原文件",
    reply: "file",
    input: ofId,
    output: fileReply,
  }),
  cancelAnalysis: endpoint({
    ...writes,
    method: "POST",
    path: "/guest/outside/file/analysis/cancel",
    title: "取消分析",
    input: ofId,
    output: uploadAnswer,
  }),
  uploadMetadata: endpoint({
    ...reads,
    method: "POST",
    path: "/guest/outside/file/metadata/upload",
    title: "上传订单表格或单据",
    body: "multipart",
    rateLimit: { per: "caller", limit: 60, windowSeconds: 60 },
    input: z.object({ file: uploadedFile(), kind: z.enum(["sheet", "document"]).default("document") }),
    output: z.object({ fileId: z.uuid(), fileName: z.string(), contentType: z.string(), sizeBytes: z.number().int() }),
  }),
  downloadMetadata: endpoint({
    ...reads,
    method: "GET",
    path: "/guest/outside/file/metadata/download",
    title: "下载自己上传的订单表格或单据",
    reply: "file",
    input: z.object({ fileId: z.uuid() }),
    output: fileReply,
  }),
};

/** The gateway's side: which orders are behind which money, and files that are analysed. */
export const orderGatewayEndpoints = { ...matchingCalls, ...analysisCalls };
