import {
  addMoney,
  inDollarCents,
  moneyOf,
  PAYOUT_KINDS,
  type BankRouteKey,
  type CouponSaving,
  type Currency,
  type Money,
} from "@coralhub/domain";
import type { Tx } from "../../platform/db.ts";
import type { Usable } from "../coupons/index.ts";
import { couponUse, priceArriving, wayFrom, type PriceBook, type Source } from "../payouts/index.ts";
import type { Batch, BatchKey } from "./batches-store.ts";
import type { BatchesDeps } from "./deps.ts";
import { listLargest, type Outcome } from "./rows-store.ts";

/** What the coupons take off, by the row's line: each row is a payment of its own. `currency` is what arrives. */
export type Spread = Record<number, { currency: Currency; savings: CouponSaving[] }>;
/** Coupons go to the largest payments of each currency; nobody has more than that many. */
const MOST_ROWS = 1_000;

/** What a coupon of a row is reserved for until the row has become a payment. */
const useOf = ({ id }: Pick<BatchKey, "id">, line: number): string => `batch:${id}:${line}`;
const linesOf = (spread: Spread): number[] => Object.keys(spread).map(Number);

/** The dearest rows first, each with what saves it most of what is left: as if they were paid singly in this order. */
export async function spreadCoupons(
  deps: BatchesDeps,
  key: BatchKey,
  book: PriceBook,
  sources: Map<Currency, Source>,
): Promise<Spread> {
  let left = await deps.coupons.usable(key.merchantId, PAYOUT_KINDS[book.kind].business);
  if (left.length === 0) return {};
  const priced = (await listLargest(deps.database.db, key, MOST_ROWS)).flatMap(
    ({ line, currency, country, route, minor }) => {
      const source = sources.get(currency)!;
      const way = wayFrom(book, { route: route as BankRouteKey, country, currency }, source);
      if (!way) return [];
      const arriving = { way, from: source.currency, country, arrives: moneyOf(currency, minor) };
      const { amount, agreed } = priceArriving(book, arriving);
      return [{ line, arriving, amount, cents: inDollarCents(agreed.fee.total) }];
    },
  );
  const spread: Spread = {};
  for (const { line, arriving, amount } of priced.toSorted((a, b) => Number(b.cents - a.cents) || a.line - b.line)) {
    const fitting = left.filter(
      ({ currency, minimumMinor }) =>
        (currency === null || currency === amount.currency) && (minimumMinor === null || minimumMinor <= amount.minor),
    );
    if (fitting.length === 0) continue;
    const { fee } = priceArriving(book, arriving, { coupons: fitting.map(({ coupon }) => coupon) }).agreed;
    if (!fee.coupons) continue;
    spread[line] = { currency: arriving.arrives.currency, savings: fee.coupons };
    left = lessUsed(left, fee.coupons);
  }
  return spread;
}

/** A whole coupon is gone with its row; of a free quota what the row covered. */
const lessUsed = (usable: readonly Usable[], used: readonly CouponSaving[]): Usable[] =>
  usable.flatMap((one) => {
    const { coupon } = one;
    const saving = used.find(({ id }) => id === coupon.id);
    if (!saving) return [one];
    if (!("quotaMinor" in coupon)) return [];
    const quotaMinor = coupon.quotaMinor - (saving.covered?.minor ?? 0n);
    return quotaMinor > 0n ? [{ ...one, coupon: { ...coupon, quotaMinor } }] : [];
  });

/** With the confirmation: for each row what was promised for it. */
export const reserveSpread = (
  deps: BatchesDeps,
  tx: Tx,
  { merchantId, id, kind }: Batch,
  { spread, quoteId }: { spread: Spread; quoteId: string },
): Promise<void> =>
  deps.coupons.reserveMany(
    tx,
    merchantId,
    linesOf(spread).map((line) => ({ usedFor: useOf({ id }, line), savings: spread[line]!.savings })),
    { business: PAYOUT_KINDS[kind].business, quoteId },
  );

/** A row that was paid hands its coupons on to the payment, one that was refused gives them back. */
export async function followSpread(
  deps: BatchesDeps,
  tx: Tx,
  batch: BatchKey,
  { spread, outcomes }: { spread: Spread; outcomes: readonly Outcome[] },
): Promise<void> {
  const touched = outcomes.filter(({ line }) => spread[line] !== undefined);
  const moves = touched.flatMap(({ line, payoutId }) =>
    payoutId === null ? [] : [{ from: useOf(batch, line), to: couponUse({ id: payoutId }) }],
  );
  if (moves.length > 0) await deps.coupons.handOver(tx, batch.merchantId, moves);
  await giveRowsBack(
    deps,
    tx,
    batch.merchantId,
    touched.flatMap(({ line, payoutId }) => (payoutId === null ? [{ id: batch.id, line }] : [])),
  );
}

/** Rows that become no payment. */
export async function giveRowsBack(
  deps: BatchesDeps,
  tx: Tx,
  merchantId: string,
  rows: readonly { id: string; line: number }[],
): Promise<void> {
  if (rows.length > 0) await deps.coupons.giveBack(tx, merchantId, ...rows.map(({ id, line }) => useOf({ id }, line)));
}

/** What is shown of it in the sheet's price: each coupon once, with all it takes off payments in this currency. */
export const savedIn = (spread: Spread, currency: Currency): { label: string; saved: Money }[] =>
  togetherOf(Object.values(spread).flatMap((one) => (one.currency === currency ? one.savings : [])));

function togetherOf(savings: readonly CouponSaving[]): { label: string; saved: Money }[] {
  const sums = new Map<string, { label: string; saved: Money }>();
  for (const { label, saved } of savings) {
    const so = sums.get(label);
    sums.set(label, { label, saved: so ? addMoney(so.saved, saved) : saved });
  }
  return [...sums.values()];
}
