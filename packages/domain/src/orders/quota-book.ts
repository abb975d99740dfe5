import type { Currency } from "../money/currencies.ts";

/** What a merchant's quota of one currency comes to, and the money that asks for it. */
export type CurrencyQuota = {
  /** Free to be used. */
  open: bigint;
  /** Set aside for moves under way, or used up. */
  covered: bigint;
  /** Paid in by platforms that ask for orders. */
  asked: bigint;
  /** Paid in by platforms that ask for none, and how much of it has left in CNY. */
  free: bigint;
  freed: bigint;
};
/** Money that asks for orders of one currency and was exchanged into another on its way. */
export type Detour = { currency: Currency; origin: Currency; minor: bigint; originMinor: bigint };
export type QuotaBook = { currencies: ReadonlyMap<Currency, CurrencyQuota>; detours: readonly Detour[] };

/** What one move takes: money nobody asks about, money of this currency's platforms, money that came from elsewhere. */
export type QuotaPlan = { currency: Currency; free: bigint; own: bigint; via: readonly Detour[] };
/** So much quota of one currency; `via`: for money that lies in another one by now. */
export type QuotaNeed = { currency: Currency; minor: bigint; via: Detour | null };

export const NO_QUOTA: CurrencyQuota = { open: 0n, covered: 0n, asked: 0n, free: 0n, freed: 0n };
const quotaOf = ({ currencies }: QuotaBook, currency: Currency): CurrencyQuota => currencies.get(currency) ?? NO_QUOTA;
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastNothing = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
/** Rounded up: a part never takes less than its share. */
const shareOf = (whole: bigint, part: bigint, of: bigint): bigint => (whole * part + of - 1n) / of;

/** Platforms' money that still lies here and has not been proven. */
export function unprovenOf(book: QuotaBook, currency: Currency): bigint {
  const { asked, covered } = quotaOf(book, currency);
  const away = book.detours.reduce((sum, one) => (one.origin === currency ? sum + one.originMinor : sum), 0n);
  return atLeastNothing(asked - covered - away);
}

/**
 * What a move of this much takes. The platforms' money counts first, wherever it lies by now, so that no detour over a wallet
 * or another currency evades it; what is beyond it is free. `straight`: from an account of a platform that asks for none.
 */
export function planMove(book: QuotaBook, currency: Currency, minor: bigint, straight: boolean): QuotaPlan {
  const { free: paidFree, freed } = quotaOf(book, currency);
  const free = straight ? least(minor, atLeastNothing(paidFree - freed)) : 0n;
  const own = least(minor - free, unprovenOf(book, currency));
  const via: Detour[] = [];
  let rest = minor - free - own;
  for (const detour of book.detours) {
    if (rest === 0n || detour.currency !== currency || detour.minor === 0n) continue;
    const part = least(rest, detour.minor);
    via.push({ ...detour, minor: part, originMinor: shareOf(detour.originMinor, part, detour.minor) });
    rest -= part;
  }
  return { currency, free, own, via };
}

export const needsOf = ({ currency, own, via }: QuotaPlan): QuotaNeed[] => [
  ...(own > 0n ? [{ currency, minor: own, via: null }] : []),
  ...via
    .filter(({ originMinor }) => originMinor > 0n)
    .map((detour) => ({ currency: detour.origin, minor: detour.originMinor, via: detour })),
];

/** What is not there of it, by currency; empty where there is enough. */
export const lackingFor = (book: QuotaBook, plan: QuotaPlan): { currency: Currency; minor: bigint }[] =>
  needsOf(plan)
    .map(({ currency, minor }) => ({ currency, minor: minor - quotaOf(book, currency).open }))
    .filter(({ minor }) => minor > 0n);

const withDetours = (detours: readonly Detour[], changes: readonly Detour[], sign: 1n | -1n): Detour[] => {
  const all = new Map(detours.map((one) => [`${one.currency} ${one.origin}`, one]));
  for (const change of changes) {
    const key = `${change.currency} ${change.origin}`;
    const { minor, originMinor } = all.get(key) ?? { minor: 0n, originMinor: 0n };
    all.set(key, {
      ...change,
      minor: minor + sign * change.minor,
      originMinor: originMinor + sign * change.originMinor,
    });
  }
  return [...all.values()];
};

/** The book once a move into CNY has taken what it needs. */
export function afterMove(book: QuotaBook, plan: QuotaPlan): QuotaBook {
  const currencies = new Map(book.currencies);
  const own = quotaOf(book, plan.currency);
  currencies.set(plan.currency, { ...own, freed: own.freed + plan.free });
  for (const { currency, minor } of needsOf(plan)) {
    const one = currencies.get(currency) ?? NO_QUOTA;
    currencies.set(currency, { ...one, open: one.open - minor, covered: one.covered + minor });
  }
  return { currencies, detours: withDetours(book.detours, plan.via, -1n) };
}

/** Money exchanged into a currency that is not CNY asks for the same orders there: what it takes along. */
export function carriedAlong(
  plan: QuotaPlan,
  { sold, bought, into }: { sold: bigint; bought: bigint; into: Currency },
): Detour[] {
  const share = (part: bigint): bigint => shareOf(bought, part, sold);
  const own = { currency: into, origin: plan.currency, minor: share(plan.own), originMinor: plan.own };
  return [
    ...(plan.own > 0n ? [own] : []),
    // What comes home again is this currency's own money once more.
    ...plan.via
      .filter(({ origin }) => origin !== into)
      .map(({ origin, minor, originMinor }) => ({ currency: into, origin, minor: share(minor), originMinor })),
  ];
}
