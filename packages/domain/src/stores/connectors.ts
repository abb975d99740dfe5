import {
  KEY_CONNECTORS,
  OAUTH_CONNECTORS,
  type KeyConnector,
  type OauthConnector,
  type Platform,
} from "../platforms/platform.ts";

export type Connector = OauthConnector | KeyConnector;

/** What a connector is called where people read about it. Several platforms may share one (Google's three). */
export const CONNECTORS: Readonly<Record<Connector, { label: string }>> = {
  ebay: { label: "eBay" },
  amazon: { label: "Amazon" },
  lazada: { label: "Lazada" },
  shopee: { label: "Shopee" },
  tiktok: { label: "TikTok Shop" },
  shopify: { label: "Shopify" },
  etsy: { label: "Etsy" },
  mercado: { label: "Mercado Libre" },
  square: { label: "Square" },
  stripe: { label: "Stripe" },
  paypal: { label: "PayPal" },
  google: { label: "Google" },
  dhgate: { label: "敦煌网" },
  coupang: { label: "Coupang" },
  qoo10: { label: "Qoo10" },
  bigcommerce: { label: "BigCommerce" },
  threeCart: { label: "3dcart" },
  shopifyPrivate: { label: "Shopify 自建应用" },
};
/** Are its stores tied to it, by consent or keys? The others' orders come in files. */
export const isConnected = ({ connect }: Pick<Platform, "connect">): boolean =>
  connect.by !== "evidence" && connect.by !== "described";

/** Where its merchants go to agree; undefined: nowhere. */
export const consentConnectorOf = ({ connect }: Pick<Platform, "connect">): OauthConnector | undefined =>
  connect.by === "oauth" || connect.by === "either" ? connect.connector : undefined;

export const CONNECTOR_NAMES = [...OAUTH_CONNECTORS, ...KEY_CONNECTORS] as const;
