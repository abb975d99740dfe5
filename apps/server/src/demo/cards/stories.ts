import {
  parseMoney,
  type CardBin,
  type CardPurpose,
  type Currency,
  type Money,
  type ShopCategory,
} from "@coralhub/domain";
import { demoAccountId } from "../ids.ts";
import { DEMO_MERCHANTS, type DemoMerchant } from "../merchants.ts";
import type { When } from "../past/moments.ts";

export type CardPlan = {
  name: string;
  purpose: CardPurpose;
  bin: CardBin;
  label: string | null;
  owner: string | null;
  limits?: { perTransaction?: string; month?: string };
  only?: ShopCategory[];
};
export type DemoShop = { id: string; name: string; code: string; country: string };
export type CardStep = When &
  (
    | { what: "fund"; amount: string }
    | { what: "announce"; amount: string; payer: string }
    | { what: "book"; name: string; month: string; cards: readonly string[] }
    | { what: "contact"; name: string; email: string }
    | { what: "apply"; card: string; load: string | null; plan: CardPlan }
    | { what: "refuse"; card: string; reason: string; plan: CardPlan }
    | { what: "load"; card: string; amount: string }
    | { what: "freeze" | "close"; card: string }
    /** `settled`: so many hours later, all of it unless an amount is named; null: the shop has not asked for it yet. */
    | { what: "pay"; card: string; shop: DemoShop; amount: Money; settled: { hours: number; amount?: string } | null }
    | { what: "payAndReturn"; card: string; shop: DemoShop; amount: Money; hours: number; refundDays: number }
    | { what: "dispute"; shop: string; statement: string }
  );
export type CardStory = { merchant: DemoMerchant; account: string; steps: readonly CardStep[] };

const usd = (amount: string) => parseMoney(amount, "USD");
const meta: DemoShop = { id: "SH-FACEBK", name: "FACEBK ADS", code: "7311", country: "US" };
const google: DemoShop = { id: "SH-GOOGLEADS", name: "GOOGLE *ADS", code: "7311", country: "US" };
const tiktok: DemoShop = { id: "SH-TIKTOKADS", name: "TIKTOK ADS", code: "7311", country: "SG" };
const shopify: DemoShop = { id: "SH-SHOPIFY", name: "SHOPIFY INC", code: "5734", country: "CA" };
const notion: DemoShop = { id: "SH-NOTION", name: "NOTION LABS INC", code: "5734", country: "US" };
const canva: DemoShop = { id: "SH-CANVA", name: "CANVA PTY LTD", code: "5734", country: "AU" };
const aws: DemoShop = { id: "SH-AWS", name: "AMAZON WEB SERVICES", code: "7379", country: "US" };
const ovh: DemoShop = { id: "SH-OVH", name: "OVHCLOUD", code: "7379", country: "FR" };
const airline: DemoShop = { id: "SH-CATHAY", name: "CATHAY PACIFIC AIRWAYS", code: "4511", country: "HK" };
const hotel: DemoShop = { id: "SH-MARRIOTT", name: "MARRIOTT HOTELS", code: "7011", country: "DE" };
const sample: DemoShop = { id: "SH-ALIBABA", name: "ALIBABA.COM SAMPLES", code: "5999", country: "CN" };

/** The same amount now and then: ad accounts are charged at a threshold, subscriptions by the month. */
const often = (
  card: string,
  shop: DemoShop,
  days: readonly number[],
  amounts: readonly string[],
  currency: Currency = "USD",
): CardStep[] =>
  days.map((daysAgo, n) => ({
    daysAgo,
    hour: 9 + ((n * 5) % 11),
    what: "pay",
    card,
    shop,
    amount: parseMoney(amounts[n % amounts.length]!, currency),
    settled: { hours: 20 + ((n * 7) % 12) },
  }));

const [seller, , , enterprise] = DEMO_MERCHANTS;
const ads = (more: Partial<CardPlan> & Pick<CardPlan, "name" | "owner">): CardPlan => ({
  purpose: "advertising",
  bin: "493193",
  label: "广告",
  ...more,
});

const SELLER: readonly CardStep[] = [
  { daysAgo: 66, hour: 9, what: "fund", amount: "9000.00" },
  {
    daysAgo: 66,
    hour: 9.5,
    what: "apply",
    card: "meta",
    load: "3200.00",
    plan: ads({ name: "Meta 主账户", owner: "许一诺", limits: { month: "6000.00" } }),
  },
  {
    daysAgo: 66,
    hour: 9.6,
    what: "apply",
    card: "google",
    load: "2600.00",
    plan: ads({ name: "Google Ads 北美", owner: "许一诺", limits: { perTransaction: "800.00" } }),
  },
  {
    daysAgo: 65,
    hour: 10,
    what: "apply",
    card: "tools",
    load: "900.00",
    plan: {
      name: "店铺与工具订阅",
      purpose: "subscription",
      bin: "556766",
      label: "订阅",
      owner: "林见南",
      only: ["software", "cloud"],
    },
  },
  { daysAgo: 65, hour: 10.4, what: "book", name: "广告投放", month: "12000.00", cards: ["meta", "google"] },
  { daysAgo: 65, hour: 10.5, what: "contact", name: "林见南", email: "jnlin@nanyu-home.com" },
  ...often("meta", meta, [62, 55, 47, 40, 33, 25, 17, 9, 4], ["318.40", "402.75", "376.20"]),
  ...often("google", google, [60, 51, 42, 31, 20, 11, 5], ["264.90", "338.15"]),
  ...often("tools", shopify, [57, 27], ["79.00"]),
  ...often("tools", notion, [52, 22], ["48.00"]),
  ...often("tools", ovh, [45, 15], ["39.90"], "EUR"),
  {
    daysAgo: 48,
    hour: 15,
    what: "apply",
    card: "travel",
    load: "1500.00",
    plan: { name: "展会差旅", purpose: "travel", bin: "428836", label: "差旅", owner: "何川" },
  },
  {
    daysAgo: 44,
    hour: 11,
    what: "payAndReturn",
    card: "travel",
    shop: airline,
    amount: usd("486.30"),
    hours: 26,
    refundDays: 8,
  },
  {
    daysAgo: 38,
    hour: 20,
    what: "pay",
    card: "travel",
    shop: hotel,
    amount: parseMoney("412.00", "EUR"),
    settled: { hours: 50 },
  },
  { daysAgo: 30, hour: 9, what: "fund", amount: "6000.00" },
  { daysAgo: 30, hour: 9.2, what: "load", card: "google", amount: "900.00" },
  { daysAgo: 28, hour: 10, what: "close", card: "travel" },
  {
    daysAgo: 26,
    hour: 16,
    what: "apply",
    card: "samples",
    load: "400.00",
    plan: { name: "样品采购", purpose: "procurement", bin: "493193", label: "采购", owner: "何川" },
  },
  {
    daysAgo: 24,
    hour: 10,
    what: "pay",
    card: "samples",
    shop: sample,
    amount: usd("186.00"),
    settled: { hours: 30 },
  },
  {
    daysAgo: 12,
    hour: 14,
    what: "refuse",
    card: "refused",
    reason: "发卡方未通过持卡人核验，请核对持卡人姓名",
    plan: ads({ name: "TikTok 测试", owner: "许一诺" }),
  },
  { daysAgo: 10, hour: 18, what: "freeze", card: "samples" },
  { daysAgo: 8, hour: 11, what: "pay", card: "google", shop: google, amount: usd("960.00"), settled: null },
  {
    daysAgo: 6,
    hour: 10,
    what: "dispute",
    shop: "ALIBABA.COM SAMPLES",
    statement: "样品下单后一直没有发货，卖家不再回复，请协助拒付。订单号和聊天记录可以提供。",
  },
  { daysAgo: 3, hour: 9, what: "pay", card: "tools", shop: meta, amount: usd("50.00"), settled: null },
  { daysAgo: 2, hour: 8, what: "announce", amount: "5000.00", payer: "深圳市南屿科技有限公司" },
  { daysAgo: 4, hour: 16, what: "pay", card: "google", shop: google, amount: usd("342.60"), settled: null },
  { daysAgo: 3, hour: 8, what: "pay", card: "tools", shop: canva, amount: usd("119.40"), settled: null },
  { hoursAgo: 2.5, what: "pay", card: "meta", shop: meta, amount: usd("418.90"), settled: null },
];

const ENTERPRISE: readonly CardStep[] = [
  { daysAgo: 58, hour: 10, what: "fund", amount: "40000.00" },
  {
    daysAgo: 58,
    hour: 10.2,
    what: "apply",
    card: "google",
    load: "12000.00",
    plan: ads({ name: "Google Ads 亚太", owner: "Karen Ho", limits: { month: "15000.00" } }),
  },
  {
    daysAgo: 58,
    hour: 10.3,
    what: "apply",
    card: "tiktok",
    load: "9000.00",
    plan: ads({ name: "TikTok 东南亚", bin: "428836", owner: "Karen Ho" }),
  },
  {
    daysAgo: 57,
    hour: 11,
    what: "apply",
    card: "cloud",
    load: "6000.00",
    plan: {
      name: "云服务",
      purpose: "cloud",
      bin: "556766",
      label: "技术",
      owner: "Ivan Lam",
      only: ["cloud", "software"],
    },
  },
  ...often("google", google, [50, 36, 22, 8], ["2140.00", "1965.50"]),
  ...often("tiktok", tiktok, [48, 34, 20, 6], ["1280.00", "1455.80"]),
  ...often("cloud", aws, [45, 15], ["1864.22"]),
  { daysAgo: 5, hour: 17, what: "freeze", card: "tiktok" },
  { daysAgo: 4, hour: 10, what: "pay", card: "tiktok", shop: tiktok, amount: usd("1320.00"), settled: null },
  { daysAgo: 2, hour: 13, what: "pay", card: "cloud", shop: hotel, amount: usd("310.00"), settled: null },
  { daysAgo: 3, hour: 15, what: "pay", card: "google", shop: google, amount: usd("2088.00"), settled: null },
];

/** Two merchants with cards: one that lives on ads and subscriptions, one that is larger and calmer. */
export const CARD_STORIES: readonly CardStory[] = [
  { merchant: seller, account: demoAccountId(11), steps: SELLER },
  { merchant: enterprise, account: demoAccountId(41), steps: ENTERPRISE },
];
