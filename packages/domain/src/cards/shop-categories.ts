/** Groups of merchant category codes a card can be held to; the same words in rules, records and charts. */
export const SHOP_CATEGORIES = {
  advertising: {
    label: "广告投放",
    codes: ["7311", "5964", "5965", "5966", "5967", "5969", "7333", "7338", "2741", "7829"],
  },
  software: { label: "软件订阅", codes: ["5734", "5817", "5818", "5968", "7372", "5045", "5815", "5735"] },
  cloud: { label: "云服务", codes: ["7379", "7375", "4816", "4814", "4812", "4899", "4821"] },
  games: { label: "游戏", codes: ["5816"] },
  marketplace: {
    label: "电商与零售",
    codes: ["5262", "5310", "5311", "5331", "5399", "5999", "5099", "5199", "5065", "5111", "5732"],
  },
  logistics: { label: "物流仓储", codes: ["4214", "4215", "4225", "9402"] },
  services: {
    label: "商务服务",
    codes: ["7392", "7399", "7361", "7321", "7339", "7393", "8111", "8931", "8911", "8999", "8699", "8299", "6300"],
  },
  travel: {
    label: "差旅餐饮",
    codes: ["4511", "4722", "7011", "7512", "4121", "4111", "4131", "5812", "5814", "5541", "5542"],
  },
  government: { label: "税费政务", codes: ["9311", "9399"] },
  other: { label: "其他", codes: [] },
} as const satisfies Record<string, { label: string; codes: readonly string[] }>;
export type ShopCategory = keyof typeof SHOP_CATEGORIES;
export const SHOP_CATEGORY_NAMES = Object.keys(SHOP_CATEGORIES) as [ShopCategory, ...ShopCategory[]];

/** Cash, money transfer, betting and the like: no card of ours pays there. */
export const REFUSED_CODES = {
  "6010": "现金",
  "6011": "取现",
  "6012": "金融机构",
  "6050": "准现金",
  "6051": "数字货币与准现金",
  "4829": "汇款",
  "6211": "证券",
  "6532": "支付交易",
  "6536": "转账",
  "6537": "转账",
  "6538": "充值",
  "6540": "储值",
  "7995": "博彩",
  "7801": "博彩",
  "7802": "博彩",
  "7273": "交友",
  "5993": "烟草",
  "9211": "司法",
  "9222": "罚款",
  "9405": "政府间采购",
} as const satisfies Record<string, string>;

const BY_CODE = new Map<string, ShopCategory>(
  SHOP_CATEGORY_NAMES.flatMap((name) => SHOP_CATEGORIES[name].codes.map((code) => [code, name] as const)),
);
export const categoryOfCode = (code: string): ShopCategory => BY_CODE.get(code) ?? "other";
export const refusedCode = (code: string): string | undefined =>
  Object.hasOwn(REFUSED_CODES, code) ? REFUSED_CODES[code as keyof typeof REFUSED_CODES] : undefined;

/** The big advertising platforms under the many names they charge by: a decline there stops campaigns. */
const ADVERTISERS: readonly { name: string; pattern: RegExp }[] = [
  { name: "Meta", pattern: /^(FACEBK|FACEBOOK|META ?PLATFORMS|META ADS)/ },
  { name: "Google Ads", pattern: /^GOOGLE ?\*? ?ADS/ },
  { name: "TikTok", pattern: /^(TIKTOK|BYTEDANCE)/ },
  { name: "Amazon Ads", pattern: /^(AMZN|AMAZON) ?(ADS|ADVERTISING)/ },
  { name: "Microsoft Ads", pattern: /^(MICROSOFT|BING) ?\*? ?ADS/ },
];
/** Campaigns hang on it. */
export const isAdvertising = (shop: { name: string; code: string }): boolean =>
  ADVERTISERS.some(({ pattern }) => pattern.test(shop.name.toUpperCase())) ||
  categoryOfCode(shop.code) === "advertising";

/**
 * What a shop is held to be by: its name without the order and telephone numbers networks hang on it, so that GOOGLE *ADS 8823
 * and GOOGLE *ADS 650-253-0000 are one. The key of a key is the key itself: lists and buttons send it back to be read again.
 */
export const shopKey = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}*]+/gu, " ")
    .trim()
    .replace(/(?: \S*\d\S*)+$/u, "");
