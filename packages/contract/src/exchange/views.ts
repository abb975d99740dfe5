import {
  conversionLifecycle,
  CURRENCIES,
  CURRENCY_CODES,
  FX_MARKET_NAMES,
  RATE_GRAIN_NAMES,
  rateJumpLifecycle,
  STANDING_KIND_NAMES,
  STANDING_KINDS,
  standingOrderLifecycle,
  stateNames,
} from "@coralhub/domain";
import { z } from "zod";
import { money } from "../endpoint.ts";
import { defineList, filter } from "../list.ts";
import { wireTime } from "../wire-time.ts";

const currencyCode = z.enum(CURRENCY_CODES);
const feeLine = z.object({ label: z.string(), amount: money });

/** Whether a market is open, and when that changes; null: not within the days that are known. */
export const marketView = z.object({
  market: z.enum(FX_MARKET_NAMES),
  label: z.string(),
  isOpen: z.boolean(),
  changesAt: wireTime.nullable(),
});

/** What a pair costs right now, without a promise. */
export const rateView = z.object({
  sell: currencyCode,
  buy: currencyCode,
  mid: z.string(),
  markupBasisPoints: z.string(),
  /** What one unit of the sold currency brings. */
  rate: z.string(),
  source: z.string(),
  at: wireTime,
});

/** Everything the price is made of, each on its own line. */
export const exchangePrice = z.object({
  /** All that leaves the wallet, the fee included. */
  amount: money,
  fee: money,
  feeLines: z.array(feeLine),
  exchanged: money,
  mid: z.string(),
  markupBasisPoints: z.string(),
  rate: z.string(),
  bought: money,
});
export const exchangeQuote = exchangePrice.extend({
  quoteId: z.uuid(),
  rateAt: wireTime,
  rateSource: z.string(),
  expiresAt: wireTime,
  /** Orders that are missing for an exchange into CNY, by currency. */
  missingQuota: z.array(money),
});
export type ExchangeQuoteView = z.output<typeof exchangeQuote>;

const conversionRow = z.object({
  id: z.uuid(),
  state: z.enum(stateNames(conversionLifecycle)),
  pair: z.string(),
  sellCurrency: currencyCode,
  buyCurrency: currencyCode,
  amount: money,
  fee: money,
  /** Null where nothing was agreed on. */
  bought: money.nullable(),
  rate: z.string().nullable(),
  mid: z.string().nullable(),
  /** What asked for it: the merchant, or one of the standing orders. */
  origin: z.enum(["merchant", "target", "arrivals"]),
  reason: z.string().nullable(),
  createdAt: wireTime,
});
export type ConversionRow = z.output<typeof conversionRow>;

export const CONVERSION_ORIGINS = { merchant: "手动", target: "挂单", arrivals: "到账自动" } as const;
const originOptions = Object.entries(CONVERSION_ORIGINS).map(([value, label]) => ({ value, label }));
const currencyOptions = CURRENCY_CODES.map((value) => ({ value, label: `${CURRENCIES[value].name} ${value}` }));
const conversionColumns = {
  pair: { header: "币种对", as: "code" },
  createdAt: { header: "时间", as: "time" },
  amount: { header: "卖出", as: "money" },
  fee: { header: "其中手续费", as: "money" },
  rate: { header: "成交汇率", as: "code" },
  mid: { header: "中间价", as: "code" },
  bought: { header: "买入", as: "money" },
  origin: { header: "方式", options: originOptions },
  state: { header: "状态", as: "state", lifecycle: conversionLifecycle },
} as const;
const conversionFilters = {
  state: filter.state("状态", conversionLifecycle),
  sellCurrency: filter.choice("卖出币种", currencyOptions),
  buyCurrency: filter.choice("买入币种", currencyOptions),
  origin: filter.choice("方式", originOptions),
  createdAt: filter.dateRange("时间"),
};

/** A merchant's own: /moreToken/dealRecord/swap. */
export const conversionList = defineList({
  title: "换汇记录",
  row: conversionRow,
  columns: conversionColumns,
  filters: conversionFilters,
  sort: ["createdAt"],
});
/** Every merchant's, for the desk. */
export const conversionDeskList = defineList({
  title: "换汇",
  row: conversionRow.extend({ merchantId: z.uuid() }),
  columns: { merchantId: { header: "商户", as: "code" }, ...conversionColumns, reason: { header: "原因" } },
  filters: { ...conversionFilters, merchantId: filter.text("商户编号", "exact") },
  sort: ["createdAt"],
});

export const conversionDetail = conversionRow.extend({
  /** Its number in the list of payments, on statements and in the books. */
  reference: z.string(),
  /** Null where it failed before a price was agreed on. */
  price: exchangePrice.nullable(),
  rateAt: wireTime.nullable(),
  rateSource: z.string().nullable(),
  postingId: z.uuid().nullable(),
  orderId: z.uuid().nullable(),
  timeline: z.array(z.object({ label: z.string(), note: z.string().nullable(), at: wireTime })),
});
export type ConversionDetail = z.output<typeof conversionDetail>;

export const standingOrder = z.object({
  id: z.uuid(),
  kind: z.enum(STANDING_KIND_NAMES),
  state: z.enum(stateNames(standingOrderLifecycle)),
  sell: currencyCode,
  buy: currencyCode,
  /** Held for a target; nothing for the others. */
  amount: money.nullable(),
  target: z.string().nullable(),
  /** An alert waits for the rate to rise to its target, or to fall to it. */
  direction: z.enum(["up", "down"]).nullable(),
  until: wireTime.nullable(),
  tries: z.number().int(),
  problem: z.string().nullable(),
  createdAt: wireTime,
  endedAt: wireTime.nullable(),
  /** What it compares with at this moment: the customer's rate for a target, the middle rate for an alert. */
  rateNow: z.string().nullable(),
  /** The highest of the same rate in the last 30 days: our own middle rates, for a target less the markup of now. */
  highest: z.string().nullable(),
  lowest: z.string().nullable(),
});
export type StandingOrder = z.output<typeof standingOrder>;

export const ratePoints = z.object({
  grain: z.enum(RATE_GRAIN_NAMES),
  points: z.array(z.object({ at: wireTime, mid: z.string() })),
  source: z.string().nullable(),
});

/** What happened to this pair for one merchant: what was sold and bought, and at what rate on average. */
export const pairSummary = z.object({
  sold: money,
  bought: money,
  count: z.number().int(),
  averageRate: z.string().nullable(),
});

export const jumpView = z.object({
  id: z.uuid(),
  currency: currencyCode,
  before: z.string(),
  after: z.string(),
  basisPoints: z.number().int(),
  source: z.string(),
  noticedAt: wireTime,
  state: z.enum(stateNames(rateJumpLifecycle)),
  note: z.string().nullable(),
  decidedAt: wireTime.nullable(),
});
export type JumpView = z.output<typeof jumpView>;

/** 「挂单 等待成交」 */
export const standingWord = (kind: keyof typeof STANDING_KINDS, state: StandingOrder["state"]): string =>
  state === "waiting"
    ? STANDING_KINDS[kind].waiting
    : state === "filled"
      ? STANDING_KINDS[kind].done
      : standingOrderLifecycle.states[state].label;
