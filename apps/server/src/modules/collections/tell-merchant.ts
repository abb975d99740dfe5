import { placeName, platformName, toShanghaiTime, type Currency } from "@coralhub/domain";

/** 「美国 USD 账户」 */
export const accountName = (account: { country: string; currency: Currency }): string => `${placeName(account)} 账户`;

/** Who pays, in the merchant's words: the platform where it is known. */
export const payerText = ({ platform, payerName }: { platform: string | null; payerName: string }): string =>
  platform === null ? payerName : platformName(platform);

/** 「11-17 18:00」 */
export const momentText = (at: Date): string => toShanghaiTime(at).slice(5, 16);

/** A reason goes on in the message. */
export const withoutFullStop = (text: string): string => text.replace(/[。.！!；;]+$/, "");
