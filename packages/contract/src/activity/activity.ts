import {
  CURRENCIES,
  CURRENCY_CODES,
  MONEY_DIRECTION_NAMES,
  MONEY_DIRECTIONS,
  MONEY_KIND_NAMES,
  MONEY_KINDS,
  MONEY_STATE_NAMES,
  MONEY_STATES,
  MONEY_STEP_NAMES,
  MONEY_STEPS,
} from "@coralhub/domain";
import { z } from "zod";
import { currency, endpoint, fileReply, money } from "../endpoint.ts";
import { dayOrTime, defineList, filter, listInput, listOutput } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const kinds = MONEY_KIND_NAMES.map((value) => ({ value, label: MONEY_KINDS[value].label }));
const directions = MONEY_DIRECTION_NAMES.map((value) => ({ value, label: MONEY_DIRECTIONS[value] }));
const steps = MONEY_STEP_NAMES.map((value) => ({ value, label: MONEY_STEPS[value].label }));
// Money in that went back and money out that came back bear the same word: the choice tells them apart.
const chosenSteps = steps.map((step) => (step.value === "sentBack" ? { ...step, label: "已退回付款方" } : step));
const states = MONEY_STATE_NAMES.map((value) => ({ value, label: MONEY_STATES[value].label }));
const currencies = CURRENCY_CODES.map((value) => ({ value, label: `${CURRENCIES[value].name} ${value}` }));

/** One row for one payment, whatever the books had to write for it. */
export const moneyEventList = defineList({
  title: "收支明细",
  row: z.object({
    id: z.uuid(),
    /** The record behind it: its own id, unless it is a part of another one, as interest is of its loan. */
    recordId: z.uuid(),
    kind: z.enum(MONEY_KIND_NAMES),
    direction: z.enum(MONEY_DIRECTION_NAMES),
    /** What it is to the sums; how it stands is its step. */
    state: z.enum(MONEY_STATE_NAMES),
    /** Where it stands, as its own record says it. */
    step: z.enum(MONEY_STEP_NAMES),
    currency: z.enum(CURRENCY_CODES),
    counterparty: z.string(),
    store: z.string().nullable(),
    platform: z.string().nullable(),
    amount: money,
    fee: money,
    /** What the merchant's money became more or less by; nothing before it is done. */
    net: money,
    /** The other side of an exchange, or what arrives at the payee. */
    other: money.nullable(),
    /** The net at the middle rate of its day; null where no rate was kept. */
    yuan: money.nullable(),
    account: z.string().nullable(),
    /** The account as the merchant knows it; of several all of them. */
    accountName: z.string().nullable(),
    reference: z.string().nullable(),
    effectiveAt: wireTime,
    bookedAt: wireTime.nullable(),
    /** The moment it counts for: when it was booked, and until then when it happened. Months are made of it. */
    countedAt: wireTime,
  }),
  columns: {
    kind: { header: "事由", options: kinds },
    counterparty: { header: "对方" },
    store: { header: "店铺" },
    effectiveAt: { header: "时间", as: "time" },
    amount: { header: "金额", as: "money" },
    fee: { header: "手续费", as: "money" },
    net: { header: "净额", as: "money" },
    other: { header: "对方金额", as: "money" },
    yuan: { header: "净额约合", as: "money" },
    step: { header: "状态", as: "state", options: steps },
    bookedAt: { header: "入账时间", as: "time" },
    accountName: { header: "账户" },
    reference: { header: "流水号", as: "code" },
  },
  filters: {
    direction: filter.choice("收支", directions),
    kind: filter.choice("事由", kinds),
    step: filter.choice("状态", chosenSteps),
    state: filter.choice("进展", states),
    currency: filter.choice("币种", currencies),
    counterparty: filter.text("对方"),
    reference: filter.text("流水号", "exact"),
    effectiveAt: filter.dateRange("发生时间"),
    countedAt: filter.dateRange("日期"),
  },
  sort: ["effectiveAt"],
});
export type MoneyEventRow = z.output<typeof moneyEventList.row>;

const merchant = { family: "portal", access: "merchant" } as const;
const codes = (most: number) => z.array(z.string().max(40)).max(most).default([]);

/** What the specification calls the filters of a transaction list. */
const transactionFilters = z.object({
  pageNo: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce
    .number()
    .pipe(z.literal([10, 20, 50, 100]))
    .default(10),
  cursor: z.string().max(512).optional(),
  userBizTypeList: z.array(z.enum(MONEY_KIND_NAMES)).max(20).default([]),
  userBizStatusList: z.array(z.enum(MONEY_STATE_NAMES)).max(10).default([]),
  transactionOrderId: z.string().trim().max(100).optional(),
  /** The end of the payee's account number. */
  toCardNo: z.string().trim().max(40).optional(),
  fromCurrencyList: z.array(currency).max(20).default([]),
  platformCodeList: codes(80),
  beginTime: dayOrTime.optional(),
  endTime: dayOrTime.optional(),
  /** What came into a wallet, or left one; an exchange is neither. */
  wallet: z.enum(["in", "out"]).optional(),
});

/** Of what the list shows under the same filters, or of a period. */
const totalsInput = z.object({
  begin: dayOrTime.optional(),
  end: dayOrTime.optional(),
  filters: listInput(moneyEventList).shape.filters,
});
/**
 * Finished events by currency. Income less expense, with what financing, exchange and moves between own accounts (their fees)
 * added or took, is what the merchant's money became more or less by.
 */
const totals = z.array(
  z.object({
    currency: z.enum(CURRENCY_CODES),
    income: money,
    expense: money,
    financing: money,
    exchanged: money,
    moved: money,
    count: z.number().int(),
  }),
);

/** Another event that this one takes back, or is taken back by (红冲). */
const linkedEvent = z.object({
  /** What the books call it. */
  label: z.string(),
  at: wireTime,
  amount: money.nullable(),
  /** Its number in the list, where it has one. */
  reference: z.string().nullable(),
  /** Its record; null where the list does not have it. */
  kind: z.enum(MONEY_KIND_NAMES).nullable(),
  recordId: z.uuid().nullable(),
});
export type LinkedEvent = z.output<typeof linkedEvent>;
const oneMoneyEvent = moneyEventList.row.extend({
  /** What it takes back. */
  corrects: linkedEvent.nullable(),
  /** What took it back, in part or whole. */
  correctedBy: z.array(linkedEvent),
});

export const activityEndpoints = {
  moneyEvents: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/moneyEvents",
    title: "收支明细：收入、支出、换汇、转账、融资在一张表",
    input: listInput(moneyEventList),
    output: listOutput(moneyEventList),
  }),
  moneyEvent: endpoint({
    ...merchant,
    method: "GET",
    path: "/records/moneyEvent",
    title: "一笔收支",
    input: z.object({ id: z.uuid() }),
    output: oneMoneyEvent,
  }),
  moneyTotals: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/moneyTotals",
    title: "各币种的收入与支出（按业务，不按分录），与列表同样筛选",
    input: totalsInput,
    output: totals,
  }),
  moneyTrend: endpoint({
    ...merchant,
    method: "GET",
    path: "/records/moneyTrend",
    title: "近几个月的收入与支出，折合人民币",
    input: z.object({ months: z.coerce.number().int().min(1).max(12).default(6) }),
    output: z.array(z.object({ month: z.string(), income: money, expense: money })),
  }),
  exportMoneyEvents: endpoint({
    ...merchant,
    method: "POST",
    path: "/records/moneyEvents/export",
    title: "导出收支明细",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({
      filters: listInput(moneyEventList).shape.filters,
      format: z.enum(["csv", "xlsx"]).default("csv"),
      /** Only these of what the filters find. */
      ids: z.array(z.uuid()).max(100, "一次最多 100 笔").optional(),
    }),
    output: fileReply,
  }),
  transactions: endpoint({
    family: "gateway",
    access: "merchant",
    flag: "multiCurrencyWallet",
    method: "POST",
    path: "/guest/outside/transactionInfo/page",
    title: "交易列表",
    input: transactionFilters,
    output: listOutput(moneyEventList),
  }),
  transaction: endpoint({
    family: "gateway",
    access: "merchant",
    flag: "multiCurrencyWallet",
    method: "GET",
    path: "/guest/outside/transactionInfo/detail/{id}",
    title: "一笔交易",
    input: z.object({ id: z.uuid() }),
    output: moneyEventList.row,
  }),
};
