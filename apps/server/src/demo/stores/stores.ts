import type { AuthorisationState } from "@coralhub/domain";
import { demoAccountId, demoStoreId } from "../ids.ts";
import { DEMO_MERCHANTS } from "../merchants.ts";

export type DemoStore = {
  id: string;
  merchantId: string;
  platform: string;
  name: string;
  url?: string;
  country?: string;
  /** The account option it asked for, and the account it is paid into; null until it is approved. */
  option: string;
  accountId: string | null;
  /** Days before the world was loaded. */
  boundDaysAgo: number;
  /** Days until the authorisation ends, `null` for ever; left out where there is none. */
  authorised?: { state: AuthorisationState; daysLeft: number | null };
  remark?: string;
  hidden?: true;
  declined?: string;
  /** What its form says beyond the sample answers. */
  answers?: Record<string, string>;
};

const [seller, developer, , enterprise] = DEMO_MERCHANTS;
const of = ({ merchantId }: { merchantId: string }, n: number) => ({ merchantId, id: demoStoreId(n) });
const live = (daysLeft: number | null) => ({ state: "authorised", daysLeft }) as const;

/** What the demo merchants sell on: several stores on one account, some waiting, some in need of their owner. */
export const DEMO_STORES: readonly DemoStore[] = [
  {
    ...of(seller, 10),
    platform: "AMAZON",
    name: "南屿優選",
    url: "https://www.amazon.com/sp?seller=A2NY8K2Q7LIVNG",
    answers: { sellerId: "A2NY8K2Q7LIVNG" },
    country: "US",
    option: "USD",
    accountId: demoAccountId(11),
    boundDaysAgo: 560,
    authorised: live(122),
  },
  {
    ...of(seller, 11),
    platform: "AMAZON",
    name: "Nanyu DE",
    url: "https://www.amazon.de/sp?seller=A1NYDE83QK2LUX",
    answers: { sellerId: "A1NYDE83QK2LUX" },
    country: "DE",
    option: "EUR",
    accountId: demoAccountId(12),
    boundDaysAgo: 498,
    authorised: live(168),
  },
  {
    ...of(seller, 12),
    platform: "SHOPIFY",
    name: "nanyu-home.com",
    url: "https://nanyu-home.myshopify.com",
    country: "DE",
    option: "EUR",
    accountId: demoAccountId(12),
    boundDaysAgo: 471,
    authorised: live(null),
  },
  {
    ...of(seller, 13),
    platform: "EBAY",
    name: "nanyu_uk",
    url: "https://www.ebay.co.uk/str/nanyuuk",
    country: "GB",
    option: "GBP",
    accountId: demoAccountId(13),
    boundDaysAgo: 455,
    authorised: live(309),
  },
  {
    ...of(seller, 14),
    platform: "QOO10",
    name: "NANYU 生活",
    url: "https://www.qoo10.jp/shop/nanyu-life",
    country: "JP",
    option: "JPY",
    accountId: demoAccountId(14),
    boundDaysAgo: 430,
    authorised: live(null),
  },
  {
    ...of(seller, 15),
    platform: "TIKTOK",
    name: "NANYU Living",
    url: "https://shop.tiktok.com/@nanyuliving",
    country: "US",
    option: "USD",
    accountId: demoAccountId(11),
    boundDaysAgo: 356,
    authorised: { state: "expiring", daysLeft: 9 },
    remark: "家居线，小周负责",
  },
  {
    ...of(seller, 16),
    platform: "PAYPAL",
    name: "finance@nanyu-home.com",
    url: "https://www.nanyu-home.com",
    country: "HK",
    option: "HKD",
    accountId: demoAccountId(15),
    boundDaysAgo: 244,
    authorised: { state: "lapsed", daysLeft: -1 },
  },
  {
    ...of(seller, 17),
    platform: "WALMART",
    name: "Nanyu Home Walmart",
    url: "https://www.walmart.com/seller/101204417",
    country: "US",
    option: "USD",
    accountId: demoAccountId(11),
    boundDaysAgo: 402,
  },
  {
    ...of(seller, 18),
    platform: "LAZADA",
    name: "Nanyu MY",
    url: "https://www.lazada.com.my/shop/nanyu-my",
    country: "MY",
    option: "MYR",
    accountId: null,
    boundDaysAgo: 2,
    declined: "店铺链接打不开，请核对后修改，或等店铺开放后再提交",
  },
  {
    ...of(seller, 19),
    platform: "SHOPEE",
    name: "nanyu.my",
    url: "https://shopee.com.my/nanyu.my",
    country: "MY",
    option: "MYR",
    accountId: null,
    boundDaysAgo: 0,
  },
  {
    ...of(seller, 20),
    platform: "ETSY",
    name: "NanyuStudio",
    url: "https://www.etsy.com/shop/NanyuStudio",
    country: "US",
    option: "USD",
    accountId: demoAccountId(11),
    boundDaysAgo: 310,
    authorised: live(null),
    hidden: true,
    remark: "淡季停售",
  },
  {
    ...of(developer, 30),
    platform: "GOOGLE_PLAY",
    name: "Lantern Apps",
    url: "https://play.google.com/store/apps/dev?id=5700313618786177705",
    option: "USD",
    accountId: demoAccountId(21),
    boundDaysAgo: 430,
    authorised: live(null),
  },
  {
    ...of(developer, 31),
    platform: "GOOGLE_ADSENSE",
    name: "lanternapps.dev",
    url: "https://lanternapps.dev",
    option: "USD",
    accountId: demoAccountId(21),
    boundDaysAgo: 401,
    authorised: live(null),
  },
  {
    ...of(developer, 32),
    platform: "APP_STORE",
    name: "Lantern Weather",
    url: "https://apps.apple.com/developer/yian-chen/id1624457713",
    option: "EUR",
    accountId: demoAccountId(22),
    boundDaysAgo: 395,
  },
  {
    ...of(enterprise, 40),
    platform: "AMAZON",
    name: "Harbourlan Direct",
    url: "https://www.amazon.com/sp?seller=A3HLN41HB9USDIR",
    answers: { sellerId: "A3HLN41HB9USDIR" },
    country: "US",
    option: "USD",
    accountId: demoAccountId(41),
    boundDaysAgo: 520,
    authorised: live(211),
  },
  {
    ...of(enterprise, 41),
    platform: "OFFLINE",
    name: "Brightway 长期采购",
    option: "USD",
    accountId: demoAccountId(41),
    boundDaysAgo: 512,
  },
  {
    ...of(enterprise, 42),
    platform: "OTHER",
    name: "Harbourlan Kaufland",
    url: "https://www.kaufland.de/seller/harbourlan",
    option: "EUR",
    accountId: demoAccountId(42),
    boundDaysAgo: 460,
    answers: { otherPlatformType: "1", otherPlatformName: "Kaufland" },
  },
  {
    ...of(enterprise, 43),
    platform: "OTHER",
    name: "海岚 HKTVmall",
    url: "https://www.hktvmall.com/hktv/zh/main/harbourlan",
    option: "HKD",
    accountId: demoAccountId(43),
    boundDaysAgo: 505,
    answers: { otherPlatformType: "1", otherPlatformName: "HKTVmall" },
  },
  {
    ...of(enterprise, 44),
    platform: "WALMART",
    name: "Harbourlan Home",
    url: "https://www.walmart.com/seller/101248833",
    country: "US",
    option: "USD",
    accountId: demoAccountId(44),
    boundDaysAgo: 388,
  },
  {
    ...of(enterprise, 45),
    platform: "SHOPIFY",
    name: "harbourlan.com.hk",
    url: "https://harbourlan-hk.myshopify.com",
    country: "HK",
    option: "HKD",
    accountId: demoAccountId(45),
    boundDaysAgo: 374,
    authorised: live(null),
  },
];

/** As the banks write them. */
export const DEMO_HOLDER_NAMES: Readonly<Record<string, string>> = {
  [seller.merchantId]: "Shenzhen Nanyu Technology Co., Ltd",
  [developer.merchantId]: "Chen Yian",
  [enterprise.merchantId]: "Harbourlan International Trading Limited",
};
