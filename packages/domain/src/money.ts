import { CURRENCIES, type Currency } from "./currencies.ts";

/** An exact amount. `minor` counts the smallest unit, so 12.34 USD is 1234n. */
export type Money<C extends Currency = Currency> = Readonly<{ currency: C; minor: bigint }>;

export function parseMoney<C extends Currency>(text: string, currency: C): Money<C> {
  const { digits } = CURRENCIES[currency];
  const match = /^(-?)(\d{1,18})(?:\.(\d+))?$/.exec(text);
  if (!match || (match[3]?.length ?? 0) > digits) throw new RangeError(`not an amount in ${currency}: ${text}`);
  const magnitude = BigInt(match[2]! + (match[3] ?? "").padEnd(digits, "0"));
  return { currency, minor: match[1] ? -magnitude : magnitude };
}

/** The decimal string of the wire: "1234.50"; thousands separators are the page's business. */
export function formatMoney({ currency, minor }: Money): string {
  const { digits } = CURRENCIES[currency];
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return (minor < 0n ? "-" : "") + (digits ? `${whole}.${text.slice(-digits)}` : whole);
}
