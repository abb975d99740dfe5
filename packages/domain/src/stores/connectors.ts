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
type ReadThrough = {
  label: string;
  reads: readonly Reading[];
  /** Its list of orders says what buyers got back of each. Those of the others tell at most that an order was cancelled. */
  tellsRefunds?: true;
  /** It can be asked for all that became different in a period of what its list tells, without all the others. */
  tellsChanges?: true;
};
/**
 * What a connector is called where people read about it, and what is read through it. Several platforms may share one
 * (Google's three).
 */
export const CONNECTORS: Readonly<Record<Connector, ReadThrough>> = {
  ebay: { label: "eBay", reads: BOTH, tellsRefunds: true, tellsChanges: true },
  amazon: { label: "Amazon", reads: BOTH, tellsChanges: true },
  lazada: { label: "Lazada", reads: BOTH, tellsChanges: true },
  shopee: { label: "Shopee", reads: BOTH, tellsChanges: true },
  tiktok: { label: "TikTok Shop", reads: BOTH, tellsChanges: true },
  shopify: { label: "Shopify", reads: BOTH, tellsRefunds: true, tellsChanges: true },
  etsy: { label: "Etsy", reads: BOTH, tellsRefunds: true, tellsChanges: true },
  mercado: { label: "Mercado Libre", reads: BOTH, tellsRefunds: true, tellsChanges: true },
  square: { label: "Square", reads: BOTH, tellsChanges: true },
  stripe: { label: "Stripe", reads: BOTH, tellsRefunds: true, tellsChanges: true },
  paypal: { label: "PayPal", reads: BOTH },
  google: { label: "Google", reads: ["payouts"] },
  dhgate: { label: "敦煌网", reads: ORDERS },
  coupang: { label: "Coupang", reads: BOTH, tellsChanges: true },
  qoo10: { label: "Qoo10", reads: ORDERS, tellsChanges: true },
  bigcommerce: { label: "BigCommerce", reads: ORDERS, tellsRefunds: true, tellsChanges: true },
  threeCart: { label: "3dcart", reads: ORDERS, tellsChanges: true },
  shopifyPrivate: { label: "Shopify 自建应用", reads: BOTH, tellsRefunds: true, tellsChanges: true },
};
/** Are its stores tied to it, by consent or keys? The others' orders come in files. */
export const isConnected = ({ connect }: Pick<Platform, "connect">): boolean =>
  connect.by !== "evidence" && connect.by !== "described";

/** Where its merchants go to agree; undefined: nowhere. */
export const consentConnectorOf = ({ connect }: Pick<Platform, "connect">): OauthConnector | undefined =>
  connect.by === "oauth" || connect.by === "either" ? connect.connector : undefined;

const connectorOf = (platform: Pick<Platform, "connect">): Connector | undefined =>
  consentConnectorOf(platform) ?? keyConnectorOf(platform);
/** Do refunds come with what is read there? Otherwise they come with the platform's reports. */
export function tellsRefunds(platform: Pick<Platform, "connect">): boolean {
  const connector = connectorOf(platform);
  return connector !== undefined && CONNECTORS[connector].tellsRefunds === true;
}

/** What an authorisation lets us read there, in words: shown before the merchant agrees. */
export function readsOf(platform: Pick<Platform, "connect">): string[] {
  const connector = connectorOf(platform);
  return [...(connector ? CONNECTORS[connector].reads.map((list) => READINGS[list]) : []), "店铺名称和编号"];
}

export const CONNECTOR_NAMES = [...OAUTH_CONNECTORS, ...KEY_CONNECTORS] as const;
