import {
  CURRENCIES,
  CURRENCY_CODES,
  fundsMergerLifecycle,
  POOLING_MOST_SOURCES,
  receivingAccountLifecycle,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

/** What was brought together, newest first: /bigAccountPoolRecord. */
export const fundsMergerList = defineList({
  title: "资金归集记录",
  row: z.object({
    id: z.uuid(),
    mergedAt: wireTime,
    currency: z.enum(CURRENCY_CODES),
    total: money,
    accounts: z.number().int(),
    targetId: z.uuid(),
    targetCardNo: z.string().nullable(),
    state: z.enum(stateNames(fundsMergerLifecycle)),
  }),
  columns: {
    id: { header: "归集编号", as: "code" },
    mergedAt: { header: "归集时间", as: "time" },
    accounts: { header: "转出账户数" },
    targetCardNo: { header: "归集到", as: "code" },
    total: { header: "归集金额", as: "money" },
    state: { header: "状态", as: "state", lifecycle: fundsMergerLifecycle },
  },
  filters: {
    id: filter.text("归集编号", "exact"),
    mergedAt: filter.dateRange("归集时间"),
    currency: filter.choice(
      "币种",
      CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
    ),
  },
  sort: ["mergedAt"],
});

const poolAccount = z.object({
  id: z.uuid(),
  cardNo: z.string().nullable(),
  country: z.string(),
  holderName: z.string(),
  state: z.enum(stateNames(receivingAccountLifecycle)),
  available: money,
  /** Only open accounts can give or take. */
  poolable: z.boolean(),
});
export type PoolAccount = z.output<typeof poolAccount>;

/** One account's part, with its balance on both sides of the move. */
const poolLine = z.object({
  accountId: z.uuid(),
  cardNo: z.string().nullable(),
  before: money,
  amount: money,
  after: money,
});
const merger = z.object({
  id: z.uuid(),
  currency: z.enum(CURRENCY_CODES),
  total: money,
  state: z.enum(stateNames(fundsMergerLifecycle)),
  target: poolLine,
  lines: z.array(poolLine),
});
export type FundsMerger = z.output<typeof merger>;

const merchantCall = { family: "portal", access: "merchant" } as const;

export const poolingEndpoints = {
  poolingAccounts: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/bigCustomer/fundsMerger/accounts",
    title: "可归集的收款账户",
    input: nothing,
    output: z.object({
      /** Pooling belongs to big customers; others are told how to become one. */
      allowed: z.boolean(),
      currencies: z.array(
        z.object({ currency: z.enum(CURRENCY_CODES), available: money, accounts: z.array(poolAccount) }),
      ),
    }),
  }),
  previewPooling: endpoint({
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/bigCustomer/fundsMerger/preview",
    title: "归集试算",
    idempotent: true,
    input: z.object({
      targetId: z.uuid("请选择归集到哪个账户"),
      /** Without an amount: all that is available. */
      sources: z
        .array(z.object({ accountId: z.uuid(), amount: money.optional() }))
        .min(1, "请至少选择一个转出账户")
        .max(POOLING_MOST_SOURCES, `一次最多归集 ${POOLING_MOST_SOURCES} 个账户`),
    }),
    output: merger.extend({ expiresAt: wireTime }),
  }),
  confirmPooling: endpoint({
    movesMoney: true,
    family: "portal",
    access: "certified",
    method: "POST",
    path: "/bigCustomer/fundsMerger/confirm",
    title: "确认归集",
    idempotent: true,
    /** The preview's id. Confirming again gives the same answer and moves nothing. */
    input: z.object({ id: z.uuid() }),
    output: z.object({ id: z.uuid(), total: money, mergedAt: wireTime }),
  }),
  poolingRecords: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/bigCustomer/fundsMerger/recordList",
    title: "资金归集记录",
    input: listInput(fundsMergerList),
    output: listOutput(fundsMergerList),
  }),
  poolingDetail: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/bigCustomer/fundsMerger/detail/{id}",
    title: "一次归集的明细",
    input: z.object({ id: z.uuid() }),
    output: merger.extend({ mergedAt: wireTime.nullable(), expiresAt: wireTime }),
  }),
  exportPooling: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/bigCustomer/fundsMerger/export",
    title: "导出资金归集记录",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({ filters: listInput(fundsMergerList).shape.filters }),
    output: fileReply,
  }),
};
