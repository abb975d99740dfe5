import type { AccountOption } from "./account-options.ts";
import type { CountryCode } from "../reference/countries.ts";
import type { StoreField, StoreFieldName } from "./store-fields.ts";

/** The order is the picker's. */
export const PLATFORM_CATEGORIES = {
  marketplace: { label: "电商平台" },
  appStore: { label: "应用商店" },
  adNetwork: { label: "广告联盟" },
  payment: { label: "支付与独立站" },
  social: { label: "社交与内容" },
  cod: { label: "货到付款" },
  offline: { label: "线下与其他" },
} as const satisfies Record<string, { label: string }>;
export type PlatformCategory = keyof typeof PLATFORM_CATEGORIES;
/** Those are paid for apps: their categories are the apps'. */
export const isAppCategory = (category: PlatformCategory): boolean =>
  category === "appStore" || category === "adNetwork";

/** Marketplaces a merchant connects by agreeing on the platform's own page; each has a client of its own. */
export const OAUTH_CONNECTORS = [
  "ebay",
  "amazon",
  "lazada",
  "shopee",
  "tiktok",
  "shopify",
  "etsy",
  "mercado",
  "square",
  "stripe",
  "paypal",
  "google",
  "dhgate",
] as const;
export type OauthConnector = (typeof OAUTH_CONNECTORS)[number];

/** Marketplaces a merchant connects by handing over keys. */
export const KEY_CONNECTORS = ["coupang", "qoo10", "bigcommerce", "threeCart", "shopifyPrivate"] as const;
export type KeyConnector = (typeof KEY_CONNECTORS)[number];

/**
 * How a store is tied to its platform; each kind has one binding page.
 * oauth: consent on the platform. keys: keys typed here. either: consent, or keys of a private app.
 * evidence: pictures of the platform's back office, checked by a person. described: nothing but the form (COD, offline).
 */
export type PlatformConnection =
  | { by: "oauth"; connector: OauthConnector }
  | { by: "keys"; connector: KeyConnector }
  | { by: "either"; connector: OauthConnector; keys: KeyConnector }
  | { by: "evidence" }
  | { by: "described" };

/**
 * How the specification sorts platforms for binding. other: through the form of other and special platforms. separate:
 * handled by a way of their own. named: every other one, by its own page.
 */
export const PLATFORM_GROUPS = { other: "其他与特殊平台", separate: "单独处理", named: "一般平台" } as const;
export type PlatformGroup = keyof typeof PLATFORM_GROUPS;

/** The eight quiet tints of the tiles. Names, not values: the palette lives with the design tokens. */
export const TILE_COLOURS = ["blue", "clay", "teal", "violet", "sand", "rose", "green", "sky"] as const;
export type TileColour = (typeof TILE_COLOURS)[number];

export type FieldWords = Readonly<
  Partial<Record<StoreFieldName, Partial<Pick<StoreField, "label" | "help" | "placeholder">>>>
>;

export type Platform = {
  /** The name in addresses: /bindshop/{routeKey}. */
  routeKey: string;
  /** The code on the wire (`platformCode`) and in the database. */
  code: string;
  name: string;
  /** Other names a merchant may type into the search, Chinese ones among them; pinyin is made from them. */
  aliases: readonly string[];
  category: PlatformCategory;
  group: PlatformGroup;
  /** Is it one of those whose shops are managed apart (`/v2/shopManage`): Korea's Coupang and South-East Asia's. */
  regional: boolean;
  /** One or two letters on a tint, and how wide the mark with its name stands at 40 px height. */
  logo: { mark: string; colour: TileColour; width: number };
  connect: PlatformConnection;
  fields: readonly StoreFieldName[];
  /** What may be said of a store here without being asked, beside its questions: a store is described alike everywhere. */
  accepts: readonly StoreFieldName[];
  /** What this platform calls things: its own words for a question, over the common ones. */
  words: FieldWords;
  options: readonly AccountOption[];
  /** Sites of the platform a shop can belong to. */
  countries: readonly CountryCode[];
  /** Names under which its payouts arrive at the bank, upper case. Empty: anybody may pay (COD carriers, buyers). */
  payers: readonly string[];
  /** Must a merchant show orders before income of this platform may leave in CNY. */
  needsOrderEvidence: boolean;
  /** Sites of the platform, for telling a shop's address from another's. Empty: any address. */
  hosts: readonly string[];
  /** Shops are names under one of the hosts, `{subdomain}.{host}`: the form asks for the two apart. */
  subdomains: boolean;
  /** May a store be moved to another platform while it is under review. */
  changeable: boolean;
  help: string;
  /** What to do on the platform's own site, step by step: where to paste the receiving account. */
  payoutSteps: readonly string[];
  /** Days of the month or week on which the platform pays, in words. */
  payoutRhythm: string;
};
