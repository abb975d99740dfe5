import { CURRENCIES, percentText, toShanghaiTime, type Currency } from "@coralhub/domain";
import { weekday } from "@coralhub/ui";

/** Rates are read with four decimals, small ones with six. */
export const rateText = (rate: string): string => {
  const value = Number(rate);
  return value.toFixed(value < 0.1 ? 6 : 4);
};
export const pairName = (sell: Currency, buy: Currency): string => `${sell} / ${buy}`;
export const currencyName = (currency: Currency): string => `${CURRENCIES[currency].name} ${currency}`;
/** 「加点 0.3%」 */
export const markupText = (basisPoints: string): string => percentText(basisPoints);

/** 「11-17（周二）09:30」 */
export function momentText(at: Date): string {
  const text = toShanghaiTime(at);
  return `${text.slice(5, 10)}（${weekday(text.slice(0, 10))}）${text.slice(11, 16)}`;
}

const SOURCES: Record<string, string> = { sandbox: "沙箱行情", ECB: "欧洲央行参考价" };
/** Where a rate came from, as the merchant reads it. */
export const sourceText = (source: string | null | undefined): string => SOURCES[source ?? ""] ?? source ?? "";
