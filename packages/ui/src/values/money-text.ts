import { CURRENCIES, type Currency } from "@coralhub/domain";

export const MINUS = "\u2212";
export const THIN_SPACE = "\u2009";

export type SignStyle =
  /** A minus where the amount is negative. */
  | "minus"
  /** Money in gets a plus as well. */
  | "both"
  | "none";

/** "1234.5" in USD becomes "1,234.50". Works on the wire's decimal text: no float touches an amount. */
export function amountText(amount: string, currency?: Currency, sign: SignStyle = "minus"): string {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount.trim());
  if (!match) throw new RangeError(`not an amount: ${amount}`);
  const whole = match[2]!.replace(/^0+(?=\d)/, "");
  const given = match[3] ?? "";
  // A currency's own decimals are the least that is shown; more are shown rather than silently dropped.
  const decimals = given.padEnd(currency ? CURRENCIES[currency].digits : 0, "0");
  const kept = currency && CURRENCIES[currency].digits === 0 ? decimals.replace(/^0+$/, "") : decimals;
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (kept ? `.${kept}` : "");
  const zero = /^[0.,]*$/.test(digits);
  const negative = match[1] === "-" && !zero;
  if (sign === "none") return digits;
  return (negative ? MINUS : sign === "both" && !zero ? "+" : "") + digits;
}

/** For places that take text only (titles, spoken labels, file names): "USD 1,234.50". */
export const moneyText = (amount: string, currency: Currency, sign?: SignStyle) =>
  `${currency}${THIN_SPACE}${amountText(amount, currency, sign)}`;

/** Labels in charts only, in 万 and 亿; smaller ones as money is written. A balance is never shortened. */
export function shortAmountText(value: number): string {
  const units: [number, string][] = [
    [1e8, "亿"],
    [1e4, "万"],
  ];
  const unit = units.find(([size]) => Math.abs(value) >= size);
  if (!unit) return amountText(Number.isInteger(value) ? String(value) : value.toFixed(2));
  const text = String(Math.round(Math.abs(value / unit[0]) * 10) / 10);
  return `${value < 0 ? MINUS : ""}${text} ${unit[1]}`;
}

/** Groups of four for account and card numbers, as printed on them. */
export const grouped = (text: string) => text.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 ");

/** Rounds for show, two decimals unless told; halves go away from zero as people expect. Never used on money. */
export function roundTo(value: number, decimals = 2): number {
  const rounded = Number(`${Math.round(Number(`${Math.abs(value)}e${decimals}`))}e-${decimals}`);
  return Number.isNaN(rounded) ? value : Math.sign(value) * rounded;
}
