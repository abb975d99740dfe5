import { weekdayOf } from "./bank-holidays.ts";

/** How often a marketplace pays its sellers. Single shops may differ; this is what the platform announces. */
type PayoutRule =
  | { every: "week"; weekday: number }
  /** Counted from a day on which it paid. */
  | { every: "fortnight"; from: string }
  | { every: "month"; day: number };

export const PAYOUT_DAYS: readonly { platform: string; label: string; rule: PayoutRule }[] = [
  { platform: "amazon", label: "Amazon", rule: { every: "fortnight", from: "2026-01-06" } },
  { platform: "shopify", label: "Shopify", rule: { every: "week", weekday: 3 } },
  { platform: "ebay", label: "eBay", rule: { every: "week", weekday: 2 } },
  { platform: "etsy", label: "Etsy", rule: { every: "week", weekday: 1 } },
  { platform: "shopee", label: "Shopee", rule: { every: "fortnight", from: "2026-01-09" } },
  { platform: "lazada", label: "Lazada", rule: { every: "week", weekday: 5 } },
  { platform: "qoo10", label: "Qoo10", rule: { every: "fortnight", from: "2026-01-02" } },
  { platform: "googleplay", label: "Google Play", rule: { every: "month", day: 15 } },
  { platform: "googleadsense", label: "Google AdSense", rule: { every: "month", day: 21 } },
];

export function isPayoutDay(rule: PayoutRule, day: string): boolean {
  switch (rule.every) {
    case "week":
      return weekdayOf(day) === rule.weekday;
    case "fortnight":
      return (Date.parse(day) - Date.parse(rule.from)) % (14 * 86_400_000) === 0;
    case "month":
      return Number(day.slice(8)) === rule.day;
  }
}

/** `MM-DD`, or the nth weekday of a month and some days after it. */
type FestivalRule = string | { month: number; weekday: number; nth: number; plusDays: number };

/** Days on which shops sell more than usual. */
const SHOPPING_FESTIVALS: readonly { name: string; on: FestivalRule }[] = [
  { name: "情人节", on: "02-14" },
  { name: "618 大促", on: "06-18" },
  { name: "万圣节", on: "10-31" },
  { name: "双 11", on: "11-11" },
  { name: "感恩节", on: { month: 11, weekday: 4, nth: 4, plusDays: 0 } },
  { name: "黑色星期五", on: { month: 11, weekday: 4, nth: 4, plusDays: 1 } },
  { name: "网络星期一", on: { month: 11, weekday: 4, nth: 4, plusDays: 4 } },
  { name: "双 12", on: "12-12" },
  { name: "圣诞节", on: "12-25" },
];

export const shoppingFestivals = (day: string): string[] =>
  SHOPPING_FESTIVALS.filter(({ on }) =>
    typeof on === "string" ? day.endsWith(on) : day === nthWeekday(day.slice(0, 4), on),
  ).map(({ name }) => name);

function nthWeekday(year: string, rule: Exclude<FestivalRule, string>): string {
  const first = `${year}-${String(rule.month).padStart(2, "0")}-01`;
  const offset = ((rule.weekday - weekdayOf(first) + 7) % 7) + (rule.nth - 1) * 7 + rule.plusDays;
  return new Date(Date.parse(first) + offset * 86_400_000).toISOString().slice(0, 10);
}
