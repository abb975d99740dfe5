import type { CertificationKind } from "../certification/certification.ts";
import { singleLimit } from "../income/income-rules.ts";
import { CURRENCIES, type Currency } from "../money/currencies.ts";
import { moneyOf, moneyText, parseMoney, type Money } from "../money/money.ts";
import { inDollarCents, roundFigure } from "../money/round-figures.ts";

/**
 * In whole US dollars, other currencies by round figures. All of them count sums: two halves are as much as a whole. The figures
 * are the product's own; two operators set others.
 */
export const PAYOUT_LIMITS = {
  cooling: { label: "新收款账户", note: "添加或修改后 24 小时内，累计最多付给它", dollars: 5_000 },
  approval: { label: "财务复核", note: "一个商户 24 小时累计超过，先由财务复核", dollars: 20_000 },
  stepUp: { label: "重新验证身份", note: "单笔（批量按总额）超过，须刚刚验证过身份", dollars: 20_000 },
  papers: { label: "合同或发票", note: "24 小时内付给同一供应商、服务商或卖家超过，须上传", dollars: 50_000 },
  person: { label: "个人商户每日", note: "24 小时累计最多", dollars: 100_000 },
  mainland: { label: "内地企业每日", note: "24 小时累计最多", dollars: 1_000_000 },
  hongkong: { label: "香港及海外企业每日", note: "24 小时累计最多", dollars: 2_000_000 },
} as const satisfies Record<string, { label: string; note: string; dollars: number }>;
export type PayoutLimitName = keyof typeof PAYOUT_LIMITS;
export const PAYOUT_LIMIT_NAMES = Object.keys(PAYOUT_LIMITS) as [PayoutLimitName, ...PayoutLimitName[]];
export type PayoutLimits = Record<PayoutLimitName, number>;
export const OWN_LIMITS = Object.fromEntries(
  PAYOUT_LIMIT_NAMES.map((name) => [name, PAYOUT_LIMITS[name].dollars]),
) as PayoutLimits;

/** What stands against such limits; undefined: nothing. */
export function limitsProblem(limits: PayoutLimits): string | undefined {
  const { cooling, approval, person } = limits;
  if (cooling > person) return "新收款账户的限额不能高于个人商户每日最多";
  if (approval > person) return "财务复核的金额不能高于个人商户每日最多，否则永远轮不到复核";
  return undefined;
}
export const LIMIT_WINDOW_HOURS = 24;

export const minimumWithdrawal = <C extends Currency>(currency: C): Money<C> =>
  parseMoney(String(CURRENCIES[currency].minimumWithdrawal), currency);
/** As much may leave at once as may come in at once. */
export const payoutLimit = (kind: CertificationKind, currency: Currency): Money => singleLimit(kind, currency);

const cents = (dollars: number): bigint => BigInt(dollars) * 100n;

/** What has left in the last 24 hours, in cents of a dollar by round figures: to this payee, and altogether. */
export type PaidLately = { payeeCents: bigint; merchantCents: bigint };
export type LimitCase = {
  amount: Money;
  kind: CertificationKind;
  rests: boolean;
  lately: PaidLately;
  limits: PayoutLimits;
};
export type LimitVerdict =
  | { verdict: "refused"; limit: "cooling" | "daily"; left: Money; most: Money }
  | { verdict: "approval"; reason: string; left: Money; most: Money }
  | { verdict: "fine" };

/** Sums, not single payments: the cooling limit over the payee, approval and the daily maximum over the merchant. */
export function judgeLimits({ amount, kind, rests, lately, limits }: LimitCase): LimitVerdict {
  const { currency } = amount;
  const own = inDollarCents(amount);
  const room = (most: bigint, used: bigint): Money => {
    const left = most > used ? most - used : 0n;
    return moneyOf(currency, (roundFigure(10, currency).minor * left) / 1000n);
  };
  const refused = (limit: "cooling" | "daily", dollars: number, used: bigint): LimitVerdict => ({
    verdict: "refused",
    limit,
    left: room(cents(dollars), used),
    most: roundFigure(dollars, currency),
  });
  if (rests && own + lately.payeeCents > cents(limits.cooling))
    return refused("cooling", limits.cooling, lately.payeeCents);
  if (own + lately.merchantCents > cents(limits[kind])) return refused("daily", limits[kind], lately.merchantCents);
  if (own + lately.merchantCents <= cents(limits.approval)) return { verdict: "fine" };
  const most = roundFigure(limits.approval, currency);
  const limit = moneyText(most);
  const reason =
    own > cents(limits.approval)
      ? `单笔超过 ${limit}，由珊瑚汇财务复核`
      : `24 小时内累计超过 ${limit}，由珊瑚汇财务复核`;
  return { verdict: "approval", reason, left: room(cents(limits.approval), lately.merchantCents), most };
}

/** Over the sum of what goes at once. */
export const needsStepUp = (amounts: readonly Money[], { stepUp }: PayoutLimits): boolean =>
  amounts.reduce((sum, amount) => sum + inDollarCents(amount), 0n) > cents(stepUp);
export const needsPapers = (amount: Money, lately: bigint, { papers }: PayoutLimits): boolean =>
  inDollarCents(amount) + lately > cents(papers);

/** How far the rate may have moved, against the merchant, before it is asked again; it chooses one. */
export const TOLERANCES = [0, 50, 100, 200] as const;
export const DEFAULT_TOLERANCE = 50;
/** The least that must arrive. */
export const leastArriving = (agreed: Money, basisPoints: number): bigint =>
  (agreed.minor * BigInt(10_000 - basisPoints) + 9_999n) / 10_000n;
/** What arrives now against what was agreed: within the tolerance it may go. */
export const withinTolerance = (agreed: Money, now: Money, basisPoints: number): boolean =>
  now.minor * 10_000n >= agreed.minor * BigInt(10_000 - basisPoints);
