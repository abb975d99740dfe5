import type { RefusalTable } from "../refusals/refusal.ts";

export const priceRefusals = {
  "fee.terms_wrong": { code: 15019, status: 400, message: "收费规则有误，请改正：{problem}" },
  "fee.not_priced": { code: 15020, status: 409, message: "这项业务还没有定价，请联系客服" },
  "quote.unknown": { code: 15025, status: 404, message: "没有找到这个报价，请重新询价" },
  "quote.used": { code: 15026, status: 409, message: "这个报价已经用过，请重新询价" },
  "quote.expired": { code: 15027, status: 409, message: "报价已过期，请重新询价" },
} as const satisfies RefusalTable;
