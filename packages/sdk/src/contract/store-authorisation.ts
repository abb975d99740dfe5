// Written by `npm run sdk:contract` from the tables the server mounts.

/** 店铺授权状态 */
export type GetStoreAuthorisationInput = { merchantsId: string };
export type GetStoreAuthorisationOutput = {
  merchantsId: string;
  name: string;
  platformCode: string;
  connector:
    | "ebay"
    | "amazon"
    | "lazada"
    | "shopee"
    | "tiktok"
    | "shopify"
    | "etsy"
    | "mercado"
    | "square"
    | "stripe"
    | "paypal"
    | "google"
    | "dhgate"
    | "coupang"
    | "qoo10"
    | "bigcommerce"
    | "threeCart"
    | "shopifyPrivate"
    | null;
  authorisation: "none" | "authorised" | "expiring" | "lapsed";
  account: string | null;
  toldAccount: string | null;
  lastFour: string | null;
  authorisedAt: string | null;
  endsAt: string | null;
  lastSuccessAt: string | null;
  failingSince: string | null;
};
