// Written by `npm run sdk:contract` from the tables the server mounts.
import type { Money, Currency } from "./wire.ts";

/** 可换的币种对、限额和开市时间 */
export type GetExchangePairsInput = Record<string, never>;
export type GetExchangePairsOutput = {
  markets: Array<{ market: "onshore" | "global"; label: string; isOpen: boolean; changesAt: string | null }>;
  pairs: Array<{ sell: Currency; buy: Currency; market: "onshore" | "global"; minimum: Money; maximum: Money }>;
  wallets: Array<Money>;
};
/** 一个币种对现在的买入价：中间价、加点、成交汇率、来源和时间 */
export type GetExchangeRateInput = { sell: string; buy: string };
export type GetExchangeRateOutput = {
  sell: Currency;
  buy: Currency;
  mid: string;
  markupBasisPoints: string;
  rate: string;
  source: string;
  at: string;
};
/** 换汇询价（报价 30 秒有效，只能用一次） */
export type QuoteExchangeInput = { sell: string; buy: string; sellAmount?: Money; buyAmount?: Money };
export type QuoteExchangeOutput = {
  amount: Money;
  fee: Money;
  feeLines: Array<{ label: string; amount: Money }>;
  exchanged: Money;
  mid: string;
  markupBasisPoints: string;
  rate: string;
  bought: Money;
  quoteId: string;
  rateAt: string;
  rateSource: string;
  expiresAt: string;
  missingQuota: Array<Money>;
};
/** 按报价换汇 */
export type CreateConversionInput = {
  quoteId: string /** 程序自己附上的内容：最多 20 项，名称 40 个字符以内，内容 500 个字符以内；空字符串表示去掉这一项 */;
  metadata?: Record<string, string>;
};
export type CreateConversionOutput = { id: string; state: "pending" | "settled" | "failed" };
/** 换汇记录 */
export type ListConversionsInput = {
  pageNo?: number;
  pageSize?: number;
  cursor?: string;
  sort?: "createdAt";
  order?: "asc" | "desc";
  filters?: {
    state?: Array<"pending" | "settled" | "failed">;
    sellCurrency?: Array<Currency>;
    buyCurrency?: Array<Currency>;
    origin?: Array<"merchant" | "target" | "arrivals">;
    createdAt?: { begin?: string; end?: string };
  };
};
export type ListConversionsOutput = {
  records: Array<{
    id: string;
    state: "pending" | "settled" | "failed";
    pair: string;
    sellCurrency: Currency;
    buyCurrency: Currency;
    amount: Money;
    fee: Money;
    bought: Money | null;
    rate: string | null;
    mid: string | null;
    origin: "merchant" | "target" | "arrivals";
    reason: string | null;
    createdAt: string /** 程序自己附上的内容 */;
    metadata: Record<string, string>;
  }>;
  total: number;
  pageNo: number;
  pageSize: number;
  nextCursor?: string;
};
/** 一笔换汇和它的价格 */
export type GetConversionInput = { id: string };
export type GetConversionOutput = {
  id: string;
  state: "pending" | "settled" | "failed";
  pair: string;
  sellCurrency: Currency;
  buyCurrency: Currency;
  amount: Money;
  fee: Money;
  bought: Money | null;
  rate: string | null;
  mid: string | null;
  origin: "merchant" | "target" | "arrivals";
  reason: string | null;
  createdAt: string;
  reference: string;
  price: {
    amount: Money;
    fee: Money;
    feeLines: Array<{ label: string; amount: Money }>;
    exchanged: Money;
    mid: string;
    markupBasisPoints: string;
    rate: string;
    bought: Money;
  } | null;
  rateAt: string | null;
  rateSource: string | null;
  postingId: string | null;
  orderId: string | null;
  timeline: Array<{ label: string; note: string | null; at: string }> /** 程序自己附上的内容 */;
  metadata: Record<string, string>;
};
/** 换汇委托：提醒、挂单、到账自动换汇 */
export type ListStandingOrdersInput = Record<string, never>;
export type ListStandingOrdersOutput = Array<{
  id: string;
  kind: "alert" | "target" | "arrivals";
  state: "waiting" | "filled" | "cancelled" | "lapsed" | "stopped";
  sell: Currency;
  buy: Currency;
  amount: Money | null;
  target: string | null;
  direction: "up" | "down" | null;
  until: string | null;
  tries: number;
  problem: string | null;
  createdAt: string;
  endedAt: string | null;
  rateNow: string | null;
  highest: string | null;
  lowest: string | null;
}>;
/** 设置换汇委托 */
export type CreateStandingOrderInput = {
  sell: string;
  buy: string;
  kind: "alert" | "target" | "arrivals";
  amount?: Money;
  target?: string;
  until?: string;
};
export type CreateStandingOrderOutput = {
  id: string;
  kind: "alert" | "target" | "arrivals";
  state: "waiting" | "filled" | "cancelled" | "lapsed" | "stopped";
  sell: Currency;
  buy: Currency;
  amount: Money | null;
  target: string | null;
  direction: "up" | "down" | null;
  until: string | null;
  tries: number;
  problem: string | null;
  createdAt: string;
  endedAt: string | null;
  rateNow: string | null;
  highest: string | null;
  lowest: string | null;
};
/** 撤销换汇委托，占用的余额立即退回 */
export type CancelStandingOrderInput = { id: string };
export type CancelStandingOrderOutput = CreateStandingOrderOutput;
