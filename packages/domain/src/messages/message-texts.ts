import { placeName } from "../platforms/account-options.ts";
import type { Currency } from "../money/currencies.ts";
import { toShanghaiTime } from "../calendar/shanghai-time.ts";

/** 「美国 USD 账户」 */
export const accountName = (account: { country: string; currency: Currency }): string => `${placeName(account)} 账户`;

/** 「11-17 18:00」 */
export const momentText = (at: Date): string => toShanghaiTime(at).slice(5, 16);

/** A reason goes on in the message. */
export const withoutFullStop = (text: string): string => text.replace(/[。.！!；;]+$/, "");
