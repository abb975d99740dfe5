/** Platforms whose orders have calls of their own: which one lists them, and which one binds a settlement to an income. */
export const OWN_ORDER_CALLS = {
  BIGCOMMERCE: { list: "bigcommerceOrders", bind: "bigcommerceBindSerial" },
  THREECART: { list: "threeCartOrders", bind: "threeCartBindSerial" },
  DHGATE: { list: "dhgateOrders", bind: "dhgateBindSerial" },
  SHOPIFY: { list: "shopifyOrders", bind: "shopifyBindSerial" },
  EBAY: { list: "ebayOrders", bind: "ebayBindSerial" },
} as const;
export type OwnOrders = keyof typeof OWN_ORDER_CALLS;

export const ownOrdersOf = (platform: string | null): OwnOrders | undefined =>
  platform !== null && Object.hasOwn(OWN_ORDER_CALLS, platform) ? (platform as OwnOrders) : undefined;
