import {
  CURRENCIES,
  CURRENCY_CODES,
  INCOME_HOLDS,
  incomeLifecycle,
  PLATFORM_CATEGORIES,
  PLATFORMS,
  stateNames,
  type IncomeHold,
  type PlatformCategory,
} from "@coralhub/domain";
import { z } from "zod";
import { payoutList } from "../payouts/views.ts";
import { currency, done, endpoint, fileReply, money, nothing } from "../endpoint.ts";
import { dayOrTime, defineList, filter, listInput, listOutput } from "../list.ts";
import { paperLanguage } from "../paper-language.ts";
import { wireTime } from "../wire-time.ts";

const keys = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as [K, ...K[]];
const categories = keys<PlatformCategory>(PLATFORM_CATEGORIES);
const states = stateNames(incomeLifecycle);
const platforms = PLATFORMS.map(({ code, name }) => ({ value: code, label: name }));
const bizTypes = categories.map((value) => ({ value, label: PLATFORM_CATEGORIES[value].label }));

/** Every income of one merchant: the page, the file and the saved views all mean this list. */
export const incomeList = defineList({
  title: "收款明细",
  row: z.object({
    id: z.uuid(),
    /** The bank's reference: the same in messages, in the books and on the phone with support. */
    transactionOrderId: z.string(),
    /** When it was first heard of. */
    createdAt: wireTime,
    /** The platform's category. */
    bizType: z.enum(categories).nullable(),
    /** The catalogue's code; null until somebody knows. */
    platform: z.string().nullable(),
    storeId: z.uuid().nullable(),
    storeName: z.string().nullable(),
    payerName: z.string(),
    receivingAccountId: z.uuid(),
    /** Number of the receiving account. */
    toCardNo: z.string().nullable(),
    accountCountry: z.string(),
    currency: z.enum(CURRENCY_CODES),
    amount: money,
    fee: money,
    /** What was taken back of it by hand (红冲). */
    takenBack: money,
    state: z.enum(states),
    hold: z.enum(keys<IncomeHold>(INCOME_HOLDS)).nullable(),
    /** The day the bank expects it; for what is in transit. */
    expectedAt: wireTime.nullable(),
    /** When it was credited or sent back. */
    settledAt: wireTime.nullable(),
    pinned: z.boolean(),
    hidden: z.boolean(),
  }),
  columns: {
    transactionOrderId: { header: "流水号", as: "code" },
    createdAt: { header: "付款时间", as: "time" },
    platform: { header: "平台", options: platforms },
    storeName: { header: "店铺" },
    payerName: { header: "付款方" },
    toCardNo: { header: "收款账户", as: "code" },
    amount: { header: "金额", as: "money" },
    fee: { header: "手续费", as: "money" },
    takenBack: { header: "已红冲", as: "money" },
    state: { header: "状态", as: "state", lifecycle: incomeLifecycle },
    settledAt: { header: "处理时间", as: "time" },
  },
  filters: {
    payerName: filter.text("流水号、付款方、店铺"),
    createdAt: filter.dateRange("付款时间"),
    state: filter.state("状态", incomeLifecycle),
    currency: filter.choice(
      "币种",
      CURRENCY_CODES.map((value) => ({ value, label: CURRENCIES[value].name })),
    ),
    platform: filter.choice("平台", platforms),
    bizType: filter.choice("业务类型", bizTypes),
  },
  sort: ["createdAt"],
});
export type IncomeRow = z.output<(typeof incomeList)["row"]>;

/** The specification's names for the same narrowing; whatever is given narrows, by either name. */
const specifiedFilters = z.object({
  userBizTypeList: z.array(z.enum(categories)).max(categories.length).optional(),
  userBizStatusList: z.array(z.enum(states)).max(states.length).optional(),
  transactionOrderId: z.string().trim().max(64).optional(),
  /** Whole, or its last digits. */
  toCardNo: z.string().trim().max(64).optional(),
  fromCurrencyList: z.array(currency).max(CURRENCY_CODES.length).optional(),
  platformCodeList: z.array(z.string().max(40)).max(100).optional(),
  beginTime: dayOrTime.optional(),
  endTime: dayOrTime.optional(),
  storeId: z.uuid().optional(),
  receivingAccountId: z.uuid().optional(),
  /** What the merchant has put away; by default it is left out. */
  hidden: z.boolean().optional(),
  /** Only what stands on top. */
  pinned: z.literal(true).optional(),
  /** Only these, chosen one by one on a page of the list. */
  ids: z.array(z.uuid()).min(1).max(100).optional(),
});
export type SpecifiedIncomeFilters = z.output<typeof specifiedFilters>;

const incomeInput = listInput(incomeList).extend(specifiedFilters.shape);
/** Which rows: what an export, a summary and a saved view need of the list's input. */
export const incomeSelection = specifiedFilters.extend({ filters: incomeInput.shape.filters });
export type IncomeSelection = z.output<typeof incomeSelection>;

export const SAVED_VIEWS_AT_MOST = 20;
const savedView = z.object({
  id: z.uuid(),
  name: z.string(),
  selection: incomeSelection,
  createdAt: wireTime,
});
export type SavedView = z.output<typeof savedView>;

const payoutSelection = z.object({ filters: listInput(payoutList).shape.filters });
export type PayoutSelection = z.output<typeof payoutSelection>;
const payoutView = savedView.extend({ selection: payoutSelection });
export const SAVED_SELECTIONS = { income: incomeSelection, payouts: payoutSelection } as const;

const merchantCall = { family: "portal", access: "merchant" } as const;
const fileCall = {
  ...merchantCall,
  method: "POST",
  reply: "file",
  rateLimit: { per: "caller", limit: 20, windowSeconds: 60 },
  output: fileReply,
} as const;

export const incomeRecordEndpoints = {
  incomes: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/receipt_income_detail",
    title: "收款明细",
    input: incomeInput,
    output: listOutput(incomeList),
  }),
  amazonIncomes: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/amazon/incomeRecordList",
    title: "亚马逊收款明细",
    input: incomeInput,
    output: listOutput(incomeList),
  }),
  incomeSummary: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/receipt_income_summary",
    title: "收款明细的笔数与合计",
    input: incomeSelection,
    output: z.object({
      /** For each state, whatever states are asked for; counting stops at COUNT_CAP. */
      counts: z.record(z.enum(states), z.number().int()),
      total: z.number().int(),
      /** Null where more rows match than are counted: narrow first. */
      sums: z.array(z.object({ amount: money, credited: money })).nullable(),
    }),
  }),
  savedViews: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/records/views",
    title: "收款明细的常用筛选",
    input: nothing,
    output: z.array(savedView),
  }),
  saveView: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/views/save",
    title: "保存常用筛选",
    idempotent: true,
    /** With an id: renamed or changed. */
    input: z.object({
      id: z.uuid().optional(),
      name: z.string().trim().min(1, "请填写名称").max(20, "名称最多 20 个字"),
      selection: incomeSelection,
    }),
    output: z.object({ id: z.uuid() }),
  }),
  payoutViews: endpoint({
    ...merchantCall,
    method: "GET",
    path: "/records/withdraw_views",
    title: "付款记录的常用筛选",
    input: nothing,
    output: z.array(payoutView),
  }),
  savePayoutView: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/withdraw_views/save",
    title: "保存付款记录的常用筛选",
    idempotent: true,
    input: z.object({
      id: z.uuid().optional(),
      name: z.string().trim().min(1, "请填写名称").max(20, "名称最多 20 个字"),
      selection: payoutSelection,
    }),
    output: z.object({ id: z.uuid() }),
  }),
  deleteView: endpoint({
    ...merchantCall,
    method: "POST",
    path: "/records/views/delete",
    title: "删除常用筛选",
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  incomeReceipt: endpoint({
    ...fileCall,
    path: "/records/income/pdf",
    title: "收款凭证（PDF，中文或英文）",
    input: z.object({ id: z.uuid(), language: paperLanguage }),
  }),
};
