import type { StoreRow } from "@coralhub/contract";
import {
  consentConnectorOf,
  countryName,
  isConnected,
  OPENING_FIELDS,
  platformByCode,
  platformName,
} from "@coralhub/domain";

/** 「TikTok Shop 美国」 */
export const siteName = ({ platformCode, country }: Pick<StoreRow, "platformCode" | "country">): string =>
  [platformName(platformCode), country && countryName(country)].filter(Boolean).join(" ");

/** Is the store tied to its platform by consent or keys? */
export const needsAuthorisation = (platformCode: string): boolean => {
  const platform = platformByCode(platformCode);
  return platform !== undefined && isConnected(platform);
};

type Tied = Pick<StoreRow, "platformCode" | "state" | "url">;
/** The account was applied for before the shop was opened: its address and number are still to come. */
export const lacksShop = ({ platformCode, url }: Tied): boolean =>
  url === "" && OPENING_FIELDS.some((name) => platformByCode(platformCode)?.fields.includes(name));

/** Nobody waits for the review to agree on the platform; but a shop that is not open has nothing to agree for. */
export function mayAuthorise(store: Tied): boolean {
  const platform = platformByCode(store.platformCode);
  if (!platform || lacksShop(store)) return false;
  if (store.state === "bound") return isConnected(platform);
  return store.state === "pending" && consentConnectorOf(platform) !== undefined;
}

/** The catalogue's code of the one platform whose stores are renamed and removed by calls of their own. */
export const DHGATE = "DHGATE";
