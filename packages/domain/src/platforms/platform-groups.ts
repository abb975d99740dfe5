import type { PlatformCategory, PlatformGroup } from "./platform.ts";

const OTHER: readonly string[] = [
  ..."TIKTOK PAYPAL VINTED POSHMARK ETSY STRIPE SHOPIFY SQUARE DEPOP LEBONCOIN SUBITO WHATNOT MINTEGRAL MERCARI".split(
    " ",
  ),
  ..."GOOGLE_ADEXCHANGE COUPANG MERCADO PAYMENTWALL AWIN FACEBOOK_AN APPLOVIN UNITY_ADS APP_STORE VENMO INMOBI".split(
    " ",
  ),
  ..."SHAREASALE PANGLE STEAM IRONSOURCE OTHER".split(" "),
];
const SEPARATE: readonly string[] = "LAZADA SHOPEE AMAZON MCN TAPTAP GOOGLE_PLAY GOOGLE_ADMOB GOOGLE_ADSENSE".split(
  " ",
);
/** All cash on delivery, and trade without a platform. */
const SEPARATE_CATEGORIES: Partial<Record<PlatformCategory, true>> = { cod: true, offline: true };

export function groupOf(category: PlatformCategory, code: string): PlatformGroup {
  if (OTHER.includes(code)) return "other";
  return SEPARATE.includes(code) || SEPARATE_CATEGORIES[category] ? "separate" : "named";
}

const REGIONAL: readonly string[] = ["COUPANG", "COD", "THAILAND_COD", "LAZADA", "SHOPEE"];
export const isRegional = (code: string): boolean => REGIONAL.includes(code);
