import { CURRENCIES, type Currency } from "./currencies.ts";

/** An exact amount. `minor` counts the smallest unit, so 12.34 USD is 1234n. */
export type Money<C extends Currency = Currency> = Readonly<{ currency: C; minor: bigint }>;

export const moneyOf = <C extends Currency>(currency: C, minor: bigint): Money<C> => ({ currency, minor });

/** What a bigint of PostgreSQL holds: the largest amount there is, whatever the currency. */
const LARGEST_MINOR = 2n ** 63n - 1n;
/** The books move no more at once, so that no sum of them is ever too large; ledger_write says the same. */
export const LARGEST_TRANSFER = 1_000_000_000_000_000n;

export function parseMoney<C extends Currency>(text: string, currency: C): Money<C> {
  const { digits } = CURRENCIES[currency];
  const match = /^(-?)(\d{1,19})(?:\.(\d+))?$/.exec(text);
  if (!match || (match[3]?.length ?? 0) > digits) throw new RangeError(`not an amount in ${currency}: ${text}`);
  const magnitude = BigInt(match[2]! + (match[3] ?? "").padEnd(digits, "0"));
  if (magnitude > LARGEST_MINOR) throw new RangeError(`too large an amount in ${currency}: ${text}`);
  return { currency, minor: match[1] ? -magnitude : magnitude };
}

/** The decimal string of the wire: "1234.50"; thousands separators are the page's business. */
export function formatMoney({ currency, minor }: Money): string {
  const { digits } = CURRENCIES[currency];
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return (minor < 0n ? "-" : "") + (digits ? `${whole}.${text.slice(-digits)}` : whole);
}

/** 「USD 85,173.60」: an amount within a sentence. */
export const moneyText = (money: Money): string =>
  `${money.currency} ${formatMoney(money).replaceAll(/\d(?=(\d{3})+(\.|$))/g, "$&,")}`;

/** A union of currencies is not one currency: arithmetic asks for `Same`, so 1 USD + 1 EUR does not compile. */
type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
/**
 * The second operand of an operation. When the first operand's currency is known at compile time the second must be
 * of that very currency. Amounts whose currency is only known at run time are compared then, and mixing them throws.
 */
type Same<C extends Currency> = IsUnion<C> extends true ? Money : Money<NoInfer<C>>;

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new TypeError(`cannot mix ${a.currency} and ${b.currency}`);
}

export function addMoney<C extends Currency>(a: Money<C>, b: Same<C>): Money<C> {
  sameCurrency(a, b);
  return { currency: a.currency, minor: a.minor + b.minor };
}

export function subtractMoney<C extends Currency>(a: Money<C>, b: Same<C>): Money<C> {
  sameCurrency(a, b);
  return { currency: a.currency, minor: a.minor - b.minor };
}

/** Negative, zero or positive, as `Array.prototype.sort` wants it. */
export function compareMoney<C extends Currency>(a: Money<C>, b: Same<C>): -1 | 0 | 1 {
  sameCurrency(a, b);
  return a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0;
}

export const negateMoney = <C extends Currency>(a: Money<C>): Money<C> => ({ currency: a.currency, minor: -a.minor });
export const isZero = (a: Money): boolean => a.minor === 0n;
export const isNegative = (a: Money): boolean => a.minor < 0n;

/**
 * Divides an amount by weights without losing or inventing a unit: each share gets its floor, and the units left over
 * go one each to the shares with the largest remainder (the earlier one on a tie).
 */
export function allocateMoney<C extends Currency>(total: Money<C>, weights: readonly bigint[]): Money<C>[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (sum <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError("weights must be positive in sum");
  const sign = total.minor < 0n ? -1n : 1n;
  const magnitude = total.minor * sign;
  const shares = weights.map((weight, index) => ({
    index,
    minor: (magnitude * weight) / sum,
    remainder: (magnitude * weight) % sum,
  }));
  let left = magnitude - shares.reduce((all, share) => all + share.minor, 0n);
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder) {
    if (left === 0n) break;
    share.minor += 1n;
    left -= 1n;
  }
  return shares.map((share) => ({ currency: total.currency, minor: share.minor * sign }));
}

/** Equal parts; the first ones are a unit larger where it does not come out even. */
export const splitMoney = <C extends Currency>(total: Money<C>, parts: number): Money<C>[] =>
  allocateMoney(
    total,
    Array.from({ length: parts }, () => 1n),
  );
