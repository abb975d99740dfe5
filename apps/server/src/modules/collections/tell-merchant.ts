import { COUNTRIES, isCountry, platformByCode, toShanghaiTime, type Currency } from "@coralhub/domain";

/** 「美国 USD 账户」 */
export const accountName = ({ country, currency }: { country: string; currency: Currency }): string =>
  `${isCountry(country) ? COUNTRIES[country] : country} ${currency} 账户`;

export const platformName = (code: string | null): string | null =>
  code === null ? null : (platformByCode(code)?.name ?? code);

/** Who pays, in the merchant's words: the platform where it is known. */
export const payerText = ({ platform, payerName }: { platform: string | null; payerName: string }): string =>
  platformName(platform) ?? payerName;

/** 「11-17 18:00」 */
export const momentText = (at: Date): string => toShanghaiTime(at).slice(5, 16);

/** A reason goes on in the message. */
export const withoutFullStop = (text: string): string => text.replace(/[。.！!；;]+$/, "");
