import { CHART_SPAN_NAMES, CLOCK_TIME, CURRENCY_CODES, FX_MARKET_NAMES, STANDING_KIND_NAMES } from "@coralhub/domain";
import { z } from "zod";
import { currency, endpoint, fileReply, money, nothing, transferable } from "../endpoint.ts";
import { listInput, listOutput } from "../list.ts";
import { dayOr, wireTime } from "../wire-time.ts";
import {
  conversionDeskList,
  conversionDetail,
  conversionList,
  exchangeQuote,
  jumpView,
  marketView,
  pairSummary,
  ratePoints,
  rateView,
  standingOrder,
} from "./views.ts";

const merchant = { family: "gateway", access: "merchant", flag: "multiCurrencyWallet" } as const;
const certified = { family: "gateway", access: "certified", flag: "multiCurrencyWallet" } as const;
const ofId = z.object({ id: z.uuid() });
const pair = { sell: currency, buy: currency };
const rateText = z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,8})?$/, "请填写汇率，如 7.15");
const conversionState = conversionDetail.shape.state;

/** One side is fixed: what is sold, or what is bought. */
const request = z
  .object({ ...pair, sellAmount: transferable.optional(), buyAmount: transferable.optional() })
  .refine(({ sellAmount, buyAmount }) => (sellAmount === undefined) !== (buyAmount === undefined), {
    path: ["sellAmount"],
    message: "请填写卖出或买入金额中的一个",
  })
  .refine(({ sell, buy, sellAmount, buyAmount }) => (sellAmount ?? buyAmount)?.currency === (sellAmount ? sell : buy), {
    path: ["sellAmount"],
    message: "金额的币种与所选币种不同",
  });

const portal = {
  exchangeCurrencies: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/cg/fx/transactionCurrency",
    title: "可换的币种对、限额和开市时间",
    input: nothing,
    output: z.object({
      markets: z.array(marketView),
      pairs: z.array(
        z.object({
          sell: z.enum(CURRENCY_CODES),
          buy: z.enum(CURRENCY_CODES),
          market: z.enum(FX_MARKET_NAMES),
          minimum: money,
          maximum: money,
        }),
      ),
      wallets: z.array(money),
    }),
  }),
  exchangeRate: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/fx/czbank/rate/bid/{sell}/{buy}",
    title: "一个币种对现在的买入价：中间价、加点、成交汇率、来源和时间",
    rateLimit: { per: "caller", limit: 240, windowSeconds: 60 },
    input: z.object(pair),
    output: rateView,
  }),
  exchangeDraft: endpoint({
    ...certified,
    method: "POST",
    path: "/guest/outside/cg/fx/conversionDraft",
    title: "换汇询价（报价 30 秒有效，只能用一次）",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: request,
    output: exchangeQuote,
  }),
  placeConversion: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/cg/fx/conversionOrder",
    title: "按报价换汇",
    idempotent: true,
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({ quoteId: z.uuid() }),
    output: z.object({ id: z.uuid(), state: conversionState }),
  }),
  conversions: endpoint({
    ...merchant,
    method: "POST",
    path: "/guest/outside/fx/transInfo/page",
    title: "换汇记录",
    input: listInput(conversionList),
    output: listOutput(conversionList),
  }),
  exportConversions: endpoint({
    ...merchant,
    method: "POST",
    path: "/guest/outside/fx/transInfo/export",
    title: "导出换汇记录",
    reply: "file",
    rateLimit: { per: "caller", limit: 10, windowSeconds: 60 },
    input: z.object({ filters: listInput(conversionList).shape.filters }),
    output: fileReply,
  }),
  conversion: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/fx/transInfo/detail/{id}",
    title: "一笔换汇和它的价格",
    input: ofId,
    output: conversionDetail,
  }),
  pairSummary: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/fx/transInfo/summary",
    title: "一个币种对的换汇合计与平均汇率",
    input: z.object({ ...pair, span: z.enum(CHART_SPAN_NAMES).default("month") }),
    output: pairSummary,
  }),
  rateHistory: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/cg/fx/rateHistory",
    title: "中间价走势（按我们自己的记录）",
    rateLimit: { per: "caller", limit: 120, windowSeconds: 60 },
    input: z.object({ ...pair, span: z.enum(CHART_SPAN_NAMES).default("month") }),
    output: ratePoints,
  }),
};

const standing = {
  standingOrders: endpoint({
    ...merchant,
    method: "GET",
    path: "/guest/outside/cg/fx/standingOrders",
    title: "换汇委托：提醒、挂单、到账自动换汇",
    input: nothing,
    output: z.array(standingOrder),
  }),
  placeStandingOrder: endpoint({
    movesMoney: true,
    ...certified,
    method: "POST",
    path: "/guest/outside/cg/fx/standingOrder",
    title: "设置换汇委托",
    idempotent: true,
    rateLimit: { per: "caller", limit: 60, windowSeconds: 3600 },
    input: z
      .object({
        ...pair,
        kind: z.enum(STANDING_KIND_NAMES),
        /** A target sells this much. */
        amount: transferable.optional(),
        target: rateText.optional(),
        /** The last day (Beijing) a target waits. */
        until: dayOr("请选择日期").optional(),
      })
      .refine(({ kind, target }) => (kind === "arrivals") === (target === undefined), {
        path: ["target"],
        message: "请填写汇率，如 7.15",
      })
      .refine(({ kind, amount }) => (kind === "target") === (amount !== undefined), {
        path: ["amount"],
        message: "请填写卖出金额",
      })
      .refine(({ kind, until }) => (kind === "target") === (until !== undefined), {
        path: ["until"],
        message: "请选择有效期",
      }),
    output: standingOrder,
  }),
  cancelStandingOrder: endpoint({
    ...merchant,
    movesMoney: true,
    method: "POST",
    path: "/guest/outside/cg/fx/standingOrder/cancel",
    title: "撤销换汇委托，占用的余额立即退回",
    idempotent: true,
    input: ofId,
    output: standingOrder,
  }),
};

const reader = { family: "ops", access: "operator:finance" } as const;
const reason = z.string().trim().min(2, "请写明原因").max(300, "最多 300 个字");
const limitText = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, "请填写金额，如 500000");

/** Null: it counts already. */
const agreedLater = z.object({ approvalId: z.uuid().nullable() });
const desk = {
  fxExposure: endpoint({
    ...reader,
    method: "GET",
    path: "/fx/exposure",
    title: "外汇头寸、今天的成交和收益",
    input: nothing,
    output: z.object({
      asOf: wireTime.nullable(),
      positionLimit: money,
      /** All positions at the middle rates of now: what closing them would leave; null where a rate is missing. */
      result: money.nullable(),
      currencies: z.array(
        z.object({
          currency: z.enum(CURRENCY_CODES),
          position: money,
          inDollars: money.nullable(),
          overLimit: z.boolean(),
          /** All income in this currency, of whatever business. */
          margin: money,
          rounding: money,
        }),
      ),
      pairs: z.array(
        z.object({
          sell: z.enum(CURRENCY_CODES),
          buy: z.enum(CURRENCY_CODES),
          soldToday: money,
          dayLimit: money,
        }),
      ),
    }),
  }),
  fxPairs: endpoint({
    ...reader,
    method: "GET",
    path: "/fx/pairs",
    title: "币种对和限额",
    input: nothing,
    output: z.array(
      z.object({
        sell: z.enum(CURRENCY_CODES),
        buy: z.enum(CURRENCY_CODES),
        market: z.enum(FX_MARKET_NAMES),
        isOpen: z.boolean(),
        minimum: money,
        maximum: money,
        dayLimit: money,
        changedAt: wireTime.nullable(),
      }),
    ),
  }),
  setFxPair: endpoint({
    ...reader,
    method: "POST",
    path: "/fx/pairs/set",
    title: "停用币种对，或提出调整",
    idempotent: true,
    input: z.object({
      ...pair,
      isOpen: z.boolean(),
      minimum: limitText,
      maximum: limitText,
      dayLimit: limitText,
      reason,
    }),
    output: agreedLater,
  }),
  fxMarkets: endpoint({
    ...reader,
    method: "GET",
    path: "/fx/markets",
    title: "外汇市场和开市时间",
    input: nothing,
    output: z.array(
      marketView.extend({
        hours: z.array(z.object({ weekday: z.number().int(), from: z.string(), to: z.string() })),
        holidays: z.string().nullable(),
      }),
    ),
  }),
  setFxHours: endpoint({
    ...reader,
    method: "POST",
    path: "/fx/markets/set",
    title: "休市，或提出调整开市时间",
    idempotent: true,
    input: z.object({
      market: z.enum(FX_MARKET_NAMES),
      hours: z
        .array(
          z.object({
            weekday: z.number().int().min(1).max(7),
            from: z.string().regex(CLOCK_TIME, "时间格式应为 09:30"),
            to: z.string().regex(CLOCK_TIME, "时间格式应为 23:30"),
          }),
        )
        .max(14),
      /** Closed on the holidays of the market's calendar. */
      keepsHolidays: z.boolean(),
      reason,
    }),
    output: agreedLater,
  }),
  fxRates: endpoint({
    ...reader,
    method: "GET",
    path: "/fx/rates",
    title: "各币种现价、来源和时间",
    input: nothing,
    output: z.array(
      z.object({
        currency: z.enum(CURRENCY_CODES),
        perDollar: z.string().nullable(),
        at: wireTime.nullable(),
        source: z.string().nullable(),
        /** The last one that was taken as right. */
        baseline: z.string().nullable(),
        jumpLimit: z.number().int(),
        isFresh: z.boolean(),
        isSuspended: z.boolean(),
      }),
    ),
  }),
  fxRateHistory: endpoint({
    ...reader,
    method: "GET",
    path: "/fx/rates/history",
    title: "一个币种对的汇率记录",
    input: z.object({ ...pair, span: z.enum(CHART_SPAN_NAMES).default("month") }),
    output: ratePoints,
  }),
  rateJumps: endpoint({
    ...reader,
    method: "GET",
    path: "/fx/jumps",
    title: "汇率跳变",
    input: nothing,
    output: z.array(jumpView),
  }),
  decideRateJump: endpoint({
    ...reader,
    method: "POST",
    path: "/fx/jumps/{id}/decide",
    title: "判断汇率跳变：采用须另一位复核",
    idempotent: true,
    input: z.object({ id: z.uuid(), decision: z.enum(["accept", "refuse"]), note: reason }),
    output: agreedLater,
  }),
  conversionDesk: endpoint({
    ...reader,
    method: "POST",
    path: "/fx/conversions/list",
    title: "全部换汇",
    input: listInput(conversionDeskList),
    output: listOutput(conversionDeskList),
  }),
};

export const exchangeEndpoints = { ...portal, ...standing, ...desk };
