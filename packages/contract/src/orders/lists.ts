import {
  MATCH_GROUND_NAMES,
  MATCH_GROUNDS,
  orderRowLifecycle,
  orderUploadLifecycle,
  PLATFORMS,
  QUOTA_USE_KIND_NAMES,
  QUOTA_USE_KINDS,
  quotaUseLifecycle,
  stateNames,
  UPLOAD_WAY_NAMES,
  UPLOAD_WAYS,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter, type FilterOption } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const PLATFORM_OPTIONS: readonly FilterOption[] = PLATFORMS.map(({ code, name }) => ({ value: code, label: name }));
const WAY_OPTIONS: readonly FilterOption[] = UPLOAD_WAY_NAMES.map((way) => ({
  value: way,
  label: UPLOAD_WAYS[way].label,
}));

export const uploadRow = z.object({
  id: z.uuid(),
  createdAt: wireTime,
  fileName: z.string(),
  way: z.enum(UPLOAD_WAY_NAMES),
  platform: z.string(),
  storeId: z.uuid().nullable(),
  storeName: z.string().nullable(),
  state: z.enum(stateNames(orderUploadLifecycle)),
  problem: z.string().nullable(),
  rowsTotal: z.number().int(),
  rowsDone: z.number().int(),
  rowsPassed: z.number().int(),
  rowsFailed: z.number().int(),
  rowsWaiting: z.number().int(),
});
export type OrderUploadRow = z.output<typeof uploadRow>;
/** Deliveries of orders, newest first. */
export const orderUploadList = defineList({
  title: "订单上传记录",
  row: uploadRow,
  columns: {
    createdAt: { header: "上传时间", as: "time" },
    fileName: { header: "文件" },
    way: { header: "方式", options: WAY_OPTIONS },
    platform: { header: "平台", options: PLATFORM_OPTIONS },
    storeName: { header: "店铺" },
    rowsTotal: { header: "订单数" },
    rowsPassed: { header: "通过" },
    rowsFailed: { header: "未通过" },
    state: { header: "状态", as: "state", lifecycle: orderUploadLifecycle },
  },
  filters: {
    state: filter.state("状态", orderUploadLifecycle),
    platform: filter.choice("平台", PLATFORM_OPTIONS),
    way: filter.choice("方式", WAY_OPTIONS),
    fileName: filter.text("文件名"),
    createdAt: filter.dateRange("上传时间"),
  },
  sort: ["createdAt"],
});

export const orderRow = z.object({
  id: z.uuid(),
  createdAt: wireTime,
  uploadId: z.uuid(),
  line: z.number().int(),
  platform: z.string(),
  storeId: z.uuid().nullable(),
  storeName: z.string().nullable(),
  orderNumber: z.string().nullable(),
  orderedAt: wireTime.nullable(),
  amount: money.nullable(),
  refunded: money.nullable(),
  granted: money.nullable(),
  used: money.nullable(),
  goods: z.string().nullable(),
  country: z.string().nullable(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  serial: z.string().nullable(),
  state: z.enum(stateNames(orderRowLifecycle)),
  findings: z.array(z.string()),
  reason: z.string().nullable(),
  incomeId: z.uuid().nullable(),
});
export type OrderRow = z.output<typeof orderRow>;
const orderColumns = {
  orderedAt: { header: "下单时间", as: "time" },
  orderNumber: { header: "订单号", as: "code" },
  platform: { header: "平台", options: PLATFORM_OPTIONS },
  storeName: { header: "店铺" },
  goods: { header: "商品" },
  amount: { header: "订单金额", as: "money" },
  refunded: { header: "退款", as: "money" },
  granted: { header: "额度", as: "money" },
  tracking: { header: "运单号", as: "code" },
  serial: { header: "结算单号", as: "code" },
  state: { header: "状态", as: "state", lifecycle: orderRowLifecycle },
} as const;
const orderFilters = {
  orderNumber: filter.text("订单号"),
  state: filter.state("状态", orderRowLifecycle),
  platform: filter.choice("平台", PLATFORM_OPTIONS),
  /** By its name or a part of it, or by its id. */
  storeId: filter.text("店铺"),
  serial: filter.text("结算单号", "exact"),
  orderedAt: filter.dateRange("下单时间"),
} as const;
/** Orders, each with what was found about it. */
export const orderList = defineList({
  title: "订单",
  row: orderRow,
  columns: orderColumns,
  filters: orderFilters,
  sort: ["createdAt"],
});

/** Orders that could stand behind a payment, the nearest first. */
export const freeOrderList = defineList({
  ...orderList,
  title: "可以关联的订单",
  filters: { orderNumber: orderFilters.orderNumber, serial: orderFilters.serial },
  sort: ["orderedAt"],
});

const GROUND_OPTIONS: readonly FilterOption[] = MATCH_GROUND_NAMES.map((ground) => ({
  value: ground,
  label: MATCH_GROUNDS[ground].label,
}));
/** Orders that stand behind a payment, each with how it came there. */
export const boundOrderList = defineList({
  title: "已关联的订单",
  row: orderRow.extend({
    ground: z.enum(MATCH_GROUND_NAMES),
    explanation: z.string(),
    confidence: z.number().int(),
    boundBy: z.string().nullable(),
    boundAt: wireTime,
  }),
  columns: {
    ...orderColumns,
    ground: { header: "依据", options: GROUND_OPTIONS },
    explanation: { header: "说明" },
    boundBy: { header: "关联人" },
    boundAt: { header: "关联时间", as: "time" },
  },
  filters: freeOrderList.filters,
  sort: ["orderedAt"],
});

/** What one payment or exchange took of each order behind it. */
export const orderBehindList = defineList({
  title: "付款背后的订单",
  row: z.object({ id: z.uuid(), orderNumber: z.string(), orderedAt: wireTime, amount: money }),
  columns: {
    orderedAt: { header: "下单时间", as: "time" },
    orderNumber: { header: "订单号", as: "code" },
    amount: { header: "用去额度", as: "money" },
  },
  filters: { orderNumber: orderFilters.orderNumber },
  sort: ["orderedAt"],
});

export const orderFundRow = z.object({
  id: z.uuid(),
  arrivedAt: wireTime,
  payerName: z.string(),
  platform: z.string().nullable(),
  storeId: z.uuid().nullable(),
  storeName: z.string().nullable(),
  reference: z.string(),
  amount: money,
  /** Of the orders bound to it. */
  matched: money,
  orders: z.number().int(),
  missing: money,
  currency: z.string(),
});
export type OrderFundRow = z.output<typeof orderFundRow>;
/** Money of platforms that ask for orders, with the orders behind it. */
export const orderFundList = defineList({
  title: "收款与订单",
  row: orderFundRow,
  columns: {
    arrivedAt: { header: "到账时间", as: "time" },
    payerName: { header: "付款方" },
    platform: { header: "平台", options: PLATFORM_OPTIONS },
    storeName: { header: "店铺" },
    reference: { header: "银行流水号", as: "code" },
    amount: { header: "收款金额", as: "money" },
    orders: { header: "订单数" },
    matched: { header: "订单合计", as: "money" },
    missing: { header: "还缺", as: "money" },
  },
  filters: {
    platform: filter.choice("平台", PLATFORM_OPTIONS),
    /** By its name or a part of it, or by its id. */
    storeId: filter.text("店铺"),
    reference: filter.text("银行流水号", "exact"),
    arrivedAt: filter.dateRange("到账时间"),
    missing: filter.choice("订单", [
      { value: "lacking", label: "还缺订单" },
      { value: "complete", label: "订单齐全" },
    ]),
  },
  sort: ["arrivedAt"],
});

export const quotaUseRow = z.object({
  id: z.uuid(),
  /** The payment or exchange it is for. */
  moveId: z.uuid(),
  createdAt: wireTime,
  kind: z.enum(QUOTA_USE_KIND_NAMES),
  reference: z.string(),
  amount: money,
  state: z.enum(stateNames(quotaUseLifecycle)),
  orders: z.number().int(),
});
export type QuotaUseRow = z.output<typeof quotaUseRow>;
/** What has taken quota. */
export const quotaUseList = defineList({
  title: "额度使用",
  row: quotaUseRow,
  columns: {
    createdAt: { header: "时间", as: "time" },
    kind: {
      header: "用途",
      options: QUOTA_USE_KIND_NAMES.map((kind) => ({ value: kind, label: QUOTA_USE_KINDS[kind] })),
    },
    reference: { header: "流水号", as: "code" },
    amount: { header: "额度", as: "money" },
    orders: { header: "订单数" },
    state: { header: "状态", as: "state", lifecycle: quotaUseLifecycle },
  },
  filters: { state: filter.state("状态", quotaUseLifecycle), createdAt: filter.dateRange("时间") },
  sort: ["createdAt"],
});

/** The desk's deliveries, of all merchants. */
export const orderDeskList = defineList({
  title: "订单材料审核",
  row: uploadRow.extend({ merchantId: z.uuid() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...orderUploadList.columns, rowsWaiting: { header: "待审" } },
  filters: { ...orderUploadList.filters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});
