import { AD_NETWORKS } from "./ad-networks.ts";
import { APP_STORES } from "./app-stores.ts";
import { COD_PLATFORMS } from "./cash-on-delivery.ts";
import { ASIAN_MARKETPLACES } from "./marketplaces-asia.ts";
import { GLOBAL_MARKETPLACES } from "./marketplaces-global.ts";
import { KOREAN_MARKETPLACES } from "./marketplaces-korea.ts";
import { WESTERN_MARKETPLACES } from "./marketplaces-west.ts";
import { OFFLINE_PLATFORMS } from "./offline.ts";
import { PAYMENT_PLATFORMS } from "./payments.ts";
import { platformsOf } from "./define-platform.ts";
import type { Platform } from "./platform.ts";
import { SOCIAL_PLATFORMS } from "./social.ts";
import { STOREFRONTS } from "./storefronts.ts";

/** Every platform a merchant can be paid by. Pages, checks, filters and tests come from these rows. */
export const PLATFORMS: readonly Platform[] = [
  ...platformsOf("marketplace", [
    ...GLOBAL_MARKETPLACES,
    ...ASIAN_MARKETPLACES,
    ...KOREAN_MARKETPLACES,
    ...WESTERN_MARKETPLACES,
  ]),
  ...platformsOf("appStore", APP_STORES),
  ...platformsOf("adNetwork", AD_NETWORKS),
  ...platformsOf("payment", [...STOREFRONTS, ...PAYMENT_PLATFORMS]),
  ...platformsOf("social", SOCIAL_PLATFORMS),
  ...platformsOf("cod", COD_PLATFORMS),
  ...platformsOf("offline", OFFLINE_PLATFORMS),
];

const BY_CODE = new Map(PLATFORMS.map((platform) => [platform.code, platform]));
const BY_ROUTE = new Map(PLATFORMS.map((platform) => [platform.routeKey, platform]));
const BY_NAME = new Map(PLATFORMS.map((platform) => [platform.name.toLowerCase(), platform]));

export const platformByCode = (code: string): Platform | undefined => BY_CODE.get(code);
/** 「AMAZON」 is a code; 「Amazon」 is what the merchant knows. */
export const platformName = (code: string): string => platformByCode(code)?.name ?? code;
/** By code, route key or shown name, in any case: whatever an address or a caller calls it. */
export const platformByAnyName = (text: string): Platform | undefined => {
  const wanted = text.trim().toLowerCase();
  return (
    BY_CODE.get(wanted.toUpperCase()) ??
    BY_NAME.get(wanted) ??
    PLATFORMS.find((one) => one.routeKey.toLowerCase() === wanted)
  );
};
export const platformByRoute = (routeKey: string): Platform | undefined => BY_ROUTE.get(routeKey);
/** Where the page of a platform is, by the name it is shown under. */
export const routeKeyOf = (displayName: string): string =>
  BY_NAME.get(displayName.trim().toLowerCase())?.routeKey ?? displayName.trim().toLowerCase();
