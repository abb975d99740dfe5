import { z } from "zod";
import type { Period, Trade, TradePages } from "./marketplace.ts";

/** When an order was made. One that does not say it in a way we know is told without, so that its page is read all the same. */
export const tradeTime = z
  .unknown()
  .transform((said) => new Date(typeof said === "string" || typeof said === "number" ? said : Number.NaN));

/** Calls `fetchPage` with each page's key until it names no further one. */
export async function* pages<K>(
  first: K,
  fetchPage: (key: K) => Promise<{ trades: Trade[]; next: K | undefined }>,
): TradePages {
  for (let key: K | undefined = first; key !== undefined;) {
    const { trades, next }: { trades: Trade[]; next: K | undefined } = await fetchPage(key);
    if (trades.length > 0) yield trades;
    key = next;
  }
}

/** Pages by offset: a page that is not full is the last. */
export const pagesByOffset = (size: number, fetchFrom: (offset: number) => Promise<Trade[]>): TradePages =>
  pages(0, async (offset) => {
    const trades = await fetchFrom(offset);
    return { trades, next: trades.length < size ? undefined : offset + size };
  });

/** Platforms that look back so many days at most are asked piece by piece. */
export async function* inPieces(
  { since, until, changed = false }: Period,
  days: number,
  listPiece: (piece: Period) => TradePages,
): TradePages {
  const step = days * 86_400_000;
  for (let start = since.getTime(); start < until.getTime(); start += step)
    yield* listPiece({ since: new Date(start), until: new Date(Math.min(start + step, until.getTime())), changed });
}

/** Platforms that count in the smallest unit: as many decimals as the world gives the currency; two where it is no code at all. */
export function fromMinor(minor: number, currency: string): string {
  const code = currency.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return decimalText(minor, 2);
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  return decimalText(minor, maximumFractionDigits);
}

export function decimalText(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? digits : `${whole}.${digits.slice(-decimals)}`;
  return minor < 0 ? `-${text}` : text;
}

/** What was given back in several parts, as one amount; undefined: nothing was. What is no amount is left out. */
export function addedText(texts: readonly string[]): string | undefined {
  const parts = texts.flatMap((text) => {
    const [, whole, rest = ""] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
    return whole === undefined ? [] : [{ whole, rest }];
  });
  if (parts.length === 0) return undefined;
  const decimals = Math.max(...parts.map(({ rest }) => rest.length));
  return decimalText(
    parts.reduce((sum, { whole, rest }) => sum + Number(whole + rest.padEnd(decimals, "0")), 0),
    decimals,
  );
}

/** Platforms that send amounts as numbers or as text. */
export const amountText = (value: string | number): string => String(value);
/** The days of a period as `2026-11-15`, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
/** Without milliseconds, as most platforms want it. */
export const isoSeconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");
