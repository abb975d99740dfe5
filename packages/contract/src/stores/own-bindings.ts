/** Platforms whose binding has calls of its own, by the platform's code; all others share `bindOther` and `updateOther`. */
export const OWN_BINDINGS = {
  SHOPIFY: { bind: "bindShopify", update: "updateShopify" },
  BIGCOMMERCE: { bind: "bindBigCommerce", update: "updateBigCommerce" },
  COUPANG: { bind: "bindCoupang", update: "updateCoupang" },
  EBAY: { bind: "bindEbay", update: "updateEbay" },
  THREECART: { bind: "bindThreeCart", update: "updateThreeCart" },
  SHOPLAZZA: { bind: "bindShoplazza", update: "updateShoplazza" },
  AMAZON: { bind: "applyAmazon", update: "modifyAmazon" },
} as const;

export type OwnBinding = (typeof OWN_BINDINGS)[keyof typeof OWN_BINDINGS];
export const ownBindingOf = (platformCode: string): OwnBinding | undefined =>
  Object.hasOwn(OWN_BINDINGS, platformCode) ? OWN_BINDINGS[platformCode as keyof typeof OWN_BINDINGS] : undefined;
