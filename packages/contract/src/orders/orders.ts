import {
  ORDER_FIELD_NAMES,
  ORDER_FINDING_NAMES,
  ORDER_PAPER_NAMES,
  ORDER_REFUND_KIND_NAMES,
  ORDER_SHEET_NAMES,
  orderUploadLifecycle,
  QUOTA_USE_KIND_NAMES,
  stateNames,
  STORE_GAP_NAMES,
  TYPED_ROWS_AT_MOST,
} from "@coralhub/domain";
import { z } from "zod";
import { currency, done, endpoint, fileReply, money, nothing, uploadedFile } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";
import {
  orderBehindList,
  orderFundList,
  orderList,
  orderRow,
  orderUploadList,
  quotaUseList,
  quotaUseRow,
  uploadRow,
} from "./lists.ts";

const reads = { family: "portal", access: "merchant" } as const;
/** A file with it: sent again it is refused as the same file. */
const sends = { family: "portal", access: "certified", body: "multipart" } as const;
const writes = { family: "portal", access: "certified", idempotent: true } as const;
const ofId = z.object({ id: z.uuid() });
export const excelType = z.enum(ORDER_SHEET_NAMES, "请选择报表类型");
export const platformCode = z.string().trim().min(1, "请选择平台").max(40);
/** Which store; absent where the orders are of none that is bound here. */
export const merchantsId = z.uuid("请选择店铺").optional();
const corrects = z.uuid().optional();
export const uploadAnswer = z.object({ id: z.uuid(), state: z.enum(stateNames(orderUploadLifecycle)) });
const limited = { rateLimit: { per: "caller", limit: 30, windowSeconds: 60 } } as const;

export const givenOrder = z.partialRecord(z.enum(ORDER_FIELD_NAMES), z.string().trim().max(300));
const finding = z.object({ finding: z.enum(ORDER_FINDING_NAMES), label: z.string(), count: z.number().int() });
export const uploadDetail = uploadRow.extend({
  sheet: excelType,
  url: z.string(),
  currency: z.string().nullable(),
  problemText: z.string().nullable(),
  corrects: z.uuid().nullable(),
  hasDocument: z.boolean(),
  /** The file itself, to be read again as another kind of report. */
  fileId: z.uuid().nullable(),
  granted: z.array(money),
  findings: z.array(finding),
  reasons: z.array(z.object({ reason: z.string(), label: z.string(), count: z.number().int() })),
  papers: z.array(z.object({ fileId: z.uuid(), kind: z.enum(ORDER_PAPER_NAMES), fileName: z.string() })),
  timeline: z.array(z.object({ label: z.string(), note: z.string().nullable(), at: wireTime })),
});
export type OrderUploadDetail = z.output<typeof uploadDetail>;

const quota = z.object({
  currency,
  available: money,
  reserved: money,
  used: money,
  debt: money,
  /** Platform money that has not been covered yet. */
  unproven: money,
  /** What is still to be shown before all of it may leave in CNY. */
  missing: money,
  /** The shop whose money has the fewest orders behind it; null where every income has its own. */
  upload: z.object({ platformCode, storeId: z.uuid().nullable() }).nullable(),
});
export type OrderQuota = z.output<typeof quota>;
const platformView = z.object({
  platformCode,
  name: z.string(),
  needsOrders: z.boolean(),
  /** How its orders can come. */
  ways: z.array(z.enum(["store", "file", "typed"])),
  sheets: z.array(z.object({ excelType, label: z.string(), where: z.string() })),
  stores: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      connected: z.boolean(),
      readUntil: wireTime.nullable(),
      problem: z.string().nullable(),
      /** The periods that were not read, oldest first; none where there is no gap. */
      gaps: z.array(z.object({ lacks: z.enum(STORE_GAP_NAMES), since: wireTime, until: wireTime })),
    }),
  ),
});
export type OrderPlatform = z.output<typeof platformView>;

/** The five platforms whose orders a page lists and binds to a settlement by itself. */
export const ORDER_PLATFORMS = {
  bigcommerce: { platform: "BIGCOMMERCE", name: "BigCommerce" },
  threeCart: { platform: "THREECART", name: "3dcart" },
  dhgate: { platform: "DHGATE", name: "敦煌网" },
  shopify: { platform: "SHOPIFY", name: "Shopify" },
  ebay: { platform: "EBAY", name: "eBay" },
} as const;
export type OrderPlatformKey = keyof typeof ORDER_PLATFORMS;
const ordersOf = (key: OrderPlatformKey) =>
  endpoint({
    ...reads,
    method: "POST",
    path: `/${key}/orderList`,
    title: `${ORDER_PLATFORMS[key].name} 订单`,
    input: listInput(orderList),
    output: listOutput(orderList),
  });
const bindSerialOf = (key: OrderPlatformKey) =>
  endpoint({
    ...writes,
    method: "POST",
    path: `/${key}/bindSerial`,
    title: `把 ${ORDER_PLATFORMS[key].name} 的结算单关联到收款`,
    input: z.object({
      incomeId: z.uuid("请选择收款"),
      serial: z.string().trim().min(1, "请填写结算单号").max(80),
    }),
    output: z.object({ orders: z.number().int(), matched: money.nullable() }),
  });
const platformCalls = {
  bigcommerceOrders: ordersOf("bigcommerce"),
  bigcommerceBindSerial: bindSerialOf("bigcommerce"),
  threeCartOrders: ordersOf("threeCart"),
  threeCartBindSerial: bindSerialOf("threeCart"),
  dhgateOrders: ordersOf("dhgate"),
  dhgateBindSerial: bindSerialOf("dhgate"),
  shopifyOrders: ordersOf("shopify"),
  shopifyBindSerial: bindSerialOf("shopify"),
  ebayOrders: ordersOf("ebay"),
  ebayBindSerial: bindSerialOf("ebay"),
};

const uploadCalls = {
  analyseFile: endpoint({
    ...sends,
    ...limited,
    method: "POST",
    path: "/income/analysis",
    alias: "/guest/outside/file/analysis/apply",
    title: "上传订单文件并分析",
    input: z.object({
      file: uploadedFile(),
      merchantsId: z.uuid("请选择店铺"),
      excelType,
      url: z.string().trim().max(300).default(""),
    }),
    output: uploadAnswer,
  }),
  uploadOrders: endpoint({
    ...sends,
    ...limited,
    method: "POST",
    path: "/advice/order/upload",
    title: "上传订单文件",
    input: z.object({ file: uploadedFile(), platformCode, merchantsId, excelType, corrects }),
    output: uploadAnswer,
  }),
  typeOrders: endpoint({
    ...writes,
    method: "POST",
    path: "/advice/order/add",
    title: "填写或粘贴订单",
    input: z.object({
      platformCode,
      merchantsId,
      corrects,
      rows: z
        .array(givenOrder)
        .min(1, "请至少填写一个订单")
        .max(TYPED_ROWS_AT_MOST, `一次最多 ${TYPED_ROWS_AT_MOST} 个订单`),
      papers: z
        .array(z.object({ fileId: z.uuid(), kind: z.enum(ORDER_PAPER_NAMES) }))
        .max(10, "最多 10 份单据")
        .default([]),
    }),
    output: uploadAnswer,
  }),
  repairOrder: endpoint({
    ...writes,
    method: "POST",
    path: "/advice/order/repair",
    title: "更正一个未通过的订单",
    input: z.object({ id: z.uuid(), given: givenOrder }),
    output: uploadAnswer,
  }),
  syncOrders: endpoint({
    ...writes,
    ...limited,
    method: "POST",
    path: "/advice/order/sync",
    title: "立即从店铺同步订单",
    input: z.object({ merchantsId: z.uuid("请选择店铺") }),
    output: done,
  }),
};

const viewCalls = {
  orderPreview: endpoint({
    ...reads,
    method: "POST",
    path: "/list/orderPreview",
    title: "一份材料里的订单",
    input: listInput(orderList).extend({ uploadId: z.uuid() }),
    output: listOutput(orderList),
  }),
  searchOrders: endpoint({
    ...reads,
    method: "POST",
    path: "/advice/order/search",
    title: "查询订单",
    input: listInput(orderList),
    output: listOutput(orderList),
  }),
  order: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/detail/{id}",
    title: "一个订单",
    input: ofId,
    output: orderRow.extend({
      given: givenOrder,
      uses: z.array(
        z.object({ id: z.uuid(), kind: z.enum(QUOTA_USE_KIND_NAMES), reference: z.string(), amount: money }),
      ),
      /** What reports have told one by one of money that went back to the buyer; negative where it came back again. */
      refunds: z.array(
        z.object({
          kind: z.enum(ORDER_REFUND_KIND_NAMES),
          amount: money,
          at: wireTime.nullable(),
          reference: z.string(),
          uploadId: z.uuid(),
        }),
      ),
    }),
  }),
  uploadRecords: endpoint({
    ...reads,
    method: "POST",
    path: "/advice/order/recordList",
    title: "上传记录",
    input: listInput(orderUploadList),
    output: listOutput(orderUploadList),
  }),
  uploadRecord: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/record/{id}",
    title: "一份订单材料",
    input: ofId,
    output: uploadDetail,
  }),
  failureReport: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/failReport/{id}",
    title: "未通过与部分通过的报告",
    input: ofId,
    output: z.object({
      state: z.enum(stateNames(orderUploadLifecycle)),
      /** Nothing passed, or some did. */
      verdict: z.enum(["fail", "partial", "none"]),
      passed: z.number().int(),
      failed: z.number().int(),
      findings: z.array(finding),
      reasons: z.array(z.object({ reason: z.string(), label: z.string(), count: z.number().int() })),
    }),
  }),
  rejectedRows: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/rejectDetail/download/{id}",
    title: "下载未通过的订单和原因",
    reply: "file",
    input: ofId,
    output: fileReply,
  }),
  orderPlatforms: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/getPlatformList",
    title: "需要订单材料的平台",
    input: nothing,
    output: z.array(platformView),
  }),
  orderOverview: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/overview",
    title: "订单额度",
    input: nothing,
    output: z.object({ quotas: z.array(quota), analysing: z.array(uploadRow), failedUploads: z.number().int() }),
  }),
  quotaUses: endpoint({
    ...reads,
    method: "POST",
    path: "/advice/order/quotaList",
    title: "额度使用记录",
    input: listInput(quotaUseList),
    output: listOutput(quotaUseList),
  }),
  quotaUse: endpoint({
    ...reads,
    method: "GET",
    path: "/advice/order/quota/{id}",
    title: "一笔付款或换汇用了哪些订单",
    input: ofId,
    output: z.array(
      quotaUseRow.extend({
        /** The oldest of them; all, page by page, by a call of their own. */
        behind: z.array(orderBehindList.row),
      }),
    ),
  }),
  quotaUseOrders: endpoint({
    ...reads,
    method: "POST",
    path: "/advice/order/quota/orders",
    title: "一次额度使用背后的订单",
    input: listInput(orderBehindList).extend({ useId: z.uuid() }),
    output: listOutput(orderBehindList),
  }),
  orderFunds: endpoint({
    ...reads,
    method: "POST",
    path: "/orderFunds/pageList",
    title: "收款与订单",
    input: listInput(orderFundList),
    output: listOutput(orderFundList),
  }),
};

/** Orders behind platform income: how they come, what was found, what they grant. */
export const orderEndpoints = { ...uploadCalls, ...viewCalls, ...platformCalls };
