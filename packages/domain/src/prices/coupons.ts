import { moneyOf, parseMoney, type Money } from "../money/money.ts";
import { shareOf } from "../money/rates.ts";

/** Reduces a fee, never below zero. Amounts are in the currency of the fee: others are not offered for it. */
export type FeeCoupon = {
  id: string;
  label: string;
  /** May be used together with others that say so, too. */
  stackable?: boolean;
} & ({ percent: number; most?: string } | { amount: string } | { quotaMinor: bigint });

/** What a coupon took off a fee, and how much of the amount it made free. */
export type CouponSaving = { id: string; label: string; saved: Money; covered: Money | null };

/** One payment takes at most so many coupons. */
export const MOST_STACKED = 3;
/** Combinations are tried among the best few: nobody has more that matter. */
const STACK_AMONG = 12;

const rank = (coupon: FeeCoupon): number => ("quotaMinor" in coupon ? 0 : "percent" in coupon ? 1 : 2);

/** One after the other on what is left: free amounts first, then shares, then fixed sums. */
function applyAll(fee: Money, amount: Money, coupons: readonly FeeCoupon[]): CouponSaving[] {
  let left = fee.minor;
  let free = 0n;
  return coupons
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((coupon): CouponSaving[] => {
      const { worth, covered } =
        "quotaMinor" in coupon
          ? quotaWorth(coupon.quotaMinor, fee, amount, free)
          : { worth: worthOf(coupon, moneyOf(fee.currency, left)), covered: null };
      const saved = worth < left ? worth : left;
      if (saved <= 0n) return [];
      left -= saved;
      free += covered?.minor ?? 0n;
      const { id, label } = coupon;
      return [{ id, label, saved: moneyOf(fee.currency, saved), covered }];
    });
}

/** Its share of the whole fee, for what no quota before it has made free. */
function quotaWorth(quota: bigint, fee: Money, amount: Money, free: bigint): { worth: bigint; covered: Money } {
  const open = amount.minor - free;
  const covered = quota < open ? quota : open;
  // Rounded down, all quotas together: the house gives what was promised and not a unit more.
  const upTo = (minor: bigint) => (amount.minor === 0n ? 0n : (fee.minor * minor) / amount.minor);
  return { worth: upTo(free + covered) - upTo(free), covered: moneyOf(amount.currency, covered) };
}

function worthOf(coupon: Exclude<FeeCoupon, { quotaMinor: bigint }>, fee: Money): bigint {
  if ("amount" in coupon) return parseMoney(coupon.amount, fee.currency).minor;
  const share = shareOf(fee, String(coupon.percent * 100), "halfUp").minor;
  const most = coupon.most === undefined ? share : parseMoney(coupon.most, fee.currency).minor;
  return share < most ? share : most;
}

const sum = (savings: readonly CouponSaving[]): bigint => savings.reduce((all, { saved }) => all + saved.minor, 0n);

/**
 * What saves most: one coupon alone, or some of those that may be combined. Where two ways save the same, the one with fewer
 * coupons, and then the one named first (callers name first what expires first).
 */
export function bestCoupons(fee: Money, amount: Money, coupons: readonly FeeCoupon[]): CouponSaving[] {
  let best: CouponSaving[] = [];
  const consider = (some: readonly FeeCoupon[]) => {
    const savings = applyAll(fee, amount, some);
    if (sum(savings) > sum(best)) best = savings;
  };
  for (const coupon of coupons) consider([coupon]);
  const stackable = coupons
    .filter((coupon) => coupon.stackable === true)
    .map((coupon) => ({ coupon, saved: sum(applyAll(fee, amount, [coupon])) }))
    .toSorted((a, b) => Number(b.saved - a.saved))
    .slice(0, STACK_AMONG)
    .map(({ coupon }) => coupon);
  const extend = (chosen: readonly FeeCoupon[], from: number): void => {
    if (chosen.length > 1) consider(chosen);
    if (chosen.length === MOST_STACKED) return;
    for (let next = from; next < stackable.length; next++) extend([...chosen, stackable[next]!], next + 1);
  };
  extend([], 0);
  return best;
}
