import { keyConnectorOf } from "../platforms/connections.ts";
import {
  KEY_CONNECTORS,
  OAUTH_CONNECTORS,
  type KeyConnector,
  type OauthConnector,
  type Platform,
} from "../platforms/platform.ts";

export type Connector = OauthConnector | KeyConnector;

/** Lists of a platform that we read. */
const READINGS = { orders: "订单", payouts: "结算单和打款记录" } as const;
export type Reading = keyof typeof READINGS;
const BOTH = ["orders", "payouts"] as const;
const ORDERS = ["orders"] as const;
/**
 * What a connector is called where people read about it, and what is read through it. Several platforms may share one
 * (Google's three).
 */
export const CONNECTORS: Readonly<Record<Connector, { label: string; reads: readonly Reading[] }>> = {
  ebay: { label: "eBay", reads: BOTH },
  amazon: { label: "Amazon", reads: BOTH },
  lazada: { label: "Lazada", reads: BOTH },
  shopee: { label: "Shopee", reads: BOTH },
  tiktok: { label: "TikTok Shop", reads: BOTH },
  shopify: { label: "Shopify", reads: BOTH },
  etsy: { label: "Etsy", reads: BOTH },
  mercado: { label: "Mercado Libre", reads: BOTH },
  square: { label: "Square", reads: BOTH },
  stripe: { label: "Stripe", reads: BOTH },
  paypal: { label: "PayPal", reads: BOTH },
  google: { label: "Google", reads: ["payouts"] },
  dhgate: { label: "敦煌网", reads: ORDERS },
  coupang: { label: "Coupang", reads: BOTH },
  qoo10: { label: "Qoo10", reads: ORDERS },
  bigcommerce: { label: "BigCommerce", reads: ORDERS },
  threeCart: { label: "3dcart", reads: ORDERS },
  shopifyPrivate: { label: "Shopify 自建应用", reads: BOTH },
};
/** Are its stores tied to it, by consent or keys? The others' orders come in files. */
export const isConnected = ({ connect }: Pick<Platform, "connect">): boolean =>
  connect.by !== "evidence" && connect.by !== "described";

/** Where its merchants go to agree; undefined: nowhere. */
export const consentConnectorOf = ({ connect }: Pick<Platform, "connect">): OauthConnector | undefined =>
  connect.by === "oauth" || connect.by === "either" ? connect.connector : undefined;

/** What an authorisation lets us read there, in words: shown before the merchant agrees. */
export function readsOf(platform: Pick<Platform, "connect">): string[] {
  const connector = consentConnectorOf(platform) ?? keyConnectorOf(platform);
  return [...(connector ? CONNECTORS[connector].reads.map((list) => READINGS[list]) : []), "店铺名称和编号"];
}

export const CONNECTOR_NAMES = [...OAUTH_CONNECTORS, ...KEY_CONNECTORS] as const;
