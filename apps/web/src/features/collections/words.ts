import { COUNTRIES, isCountry, platformByCode, type Currency } from "@coralhub/domain";
import { grouped } from "@coralhub/ui";

/** Where the pages of this feature lead to and from. */
export const PATHS = {
  accounts: "/bigAccount/account",
  account: "/bigAccount/details",
  noAccount: "/bigAccount/accountNone",
  income: "/bigIncome/in",
  pooling: "/bigAccountPoolRecord",
  bind: "/bindshop",
  certify: "/nav/navEnd",
} as const;

export const countryName = (code: string): string => (isCountry(code) ? COUNTRIES[code] : code);
/** 「美国 USD」 */
export const placeName = ({ country, currency }: { country: string; currency: Currency }): string =>
  `${countryName(country)} ${currency}`;

/** 「AMAZON」 is a code; 「亚马逊」 or 「Amazon」 is what the merchant knows. */
export const platformName = (code: string): string => platformByCode(code)?.name ?? code;

export const lastFour = (number: string): string => number.replaceAll(/\s/g, "").slice(-4);

const GROUPED_FROM = 12;
/** Long numbers are read in groups of four; short ones are one group anyway. */
export const readableNumber = (number: string): string => (number.length < GROUPED_FROM ? number : grouped(number));
