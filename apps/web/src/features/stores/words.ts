import type { StoreRow } from "@coralhub/contract";
import {
  consentConnectorOf,
  COUNTRIES,
  isCountry,
  platformByCode,
  type Currency,
  type Platform,
} from "@coralhub/domain";

/** Where the pages of this feature lead to and from. */
export const PATHS = {
  shops: "/shopManage",
  byAccount: "/multipleStores/storesAccount",
  details: "/multipleStores/storeDetails",
  add: "/multipleStores/addStore",
  bind: "/bindshop",
  account: "/bigAccount/details",
  income: "/bigIncome/in",
} as const;

export const detailsPath = (id: string): string => `${PATHS.details}?id=${id}`;
export const platformName = (code: string): string => platformByCode(code)?.name ?? code;
/** The binding page with this store's answers, to correct them. */
export const correctPath = ({ merchantsId, platformCode }: Pick<StoreRow, "merchantsId" | "platformCode">): string =>
  `${PATHS.bind}/${platformByCode(platformCode)?.routeKey ?? ""}?id=${merchantsId}`;

const countryName = (code: string): string => (isCountry(code) ? COUNTRIES[code] : code);
/** 「TikTok Shop 美国」 */
export const siteName = ({ platformCode, country }: Pick<StoreRow, "platformCode" | "country">): string =>
  [platformName(platformCode), country && countryName(country)].filter(Boolean).join(" ");
/** 「美国 USD」 */
export const placeName = ({ country, currency }: { country: string; currency: Currency }): string =>
  `${countryName(country)} ${currency}`;

/** Platforms without a tie of their own are never authorised: their orders come in files. */
export const needsAuthorisation = (platform: Platform | undefined): boolean =>
  platform !== undefined && platform.connect.by !== "evidence" && platform.connect.by !== "described";

type Tied = Pick<StoreRow, "platformCode" | "state" | "url">;
/** The account was applied for before the shop was opened: its address and number are still to come. */
export const isUnopened = ({ platformCode, url }: Tied): boolean =>
  url === "" && platformByCode(platformCode)?.fields.includes("applicationType") === true;

/** Nobody waits for the review to agree on the platform; but a shop that is not open has nothing to agree for. */
export function mayAuthorise(store: Tied): boolean {
  const platform = platformByCode(store.platformCode);
  if (!platform || isUnopened(store)) return false;
  if (store.state === "bound") return needsAuthorisation(platform);
  return store.state === "pending" && consentConnectorOf(platform) !== undefined;
}
