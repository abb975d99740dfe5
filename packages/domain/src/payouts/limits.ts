import type { CertificationKind } from "../certification/certification.ts";
import { singleLimit } from "../income/income-rules.ts";
import { CURRENCIES, type Currency } from "../money/currencies.ts";
import { moneyOf, moneyText, parseMoney, type Money } from "../money/money.ts";
import { inDollarCents, roundFigure } from "../money/round-figures.ts";

/** In whole US dollars, other currencies by round figures. All of them count sums: two halves are as much as a whole. */
export const PAYOUT_LIMITS = {
  /** To one payee while it rests. */
  cooling: 5_000,
  /** By one merchant in 24 hours without a person who looks. */
  approval: 20_000,
  /** At once, only by somebody who has just proven themselves again. */
  stepUp: 20_000,
  /** To a supplier without contract or invoice, in 24 hours. */
  papers: 50_000,
} as const;
/** By one merchant in 24 hours. */
const DAILY_DOLLARS: Record<CertificationKind, number> = { person: 100_000, mainland: 1_000_000, hongkong: 2_000_000 };
export const LIMIT_WINDOW_HOURS = 24;

export const minimumWithdrawal = <C extends Currency>(currency: C): Money<C> =>
  parseMoney(String(CURRENCIES[currency].minimumWithdrawal), currency);
export const coolingLimit = <C extends Currency>(currency: C): Money<C> => roundFigure(PAYOUT_LIMITS.cooling, currency);
export const approvalLimit = <C extends Currency>(currency: C): Money<C> =>
  roundFigure(PAYOUT_LIMITS.approval, currency);
/** As much may leave at once as may come in at once. */
export const payoutLimit = (kind: CertificationKind, currency: Currency): Money => singleLimit(kind, currency);
export const dailyLimit = (kind: CertificationKind, currency: Currency): Money =>
  roundFigure(DAILY_DOLLARS[kind], currency);

const cents = (dollars: number): bigint => BigInt(dollars) * 100n;

/** What has left in the last 24 hours, in cents of a dollar by round figures: to this payee, and altogether. */
export type PaidLately = { payeeCents: bigint; merchantCents: bigint };
export type LimitCase = { amount: Money; kind: CertificationKind; rests: boolean; lately: PaidLately };
export type LimitVerdict =
  | { verdict: "refused"; limit: "cooling" | "daily"; left: Money; most: Money }
  | { verdict: "approval"; reason: string }
  | { verdict: "fine" };

/** Sums, not single payments: the cooling limit over the payee, approval and the daily maximum over the merchant. */
export function judgeLimits({ amount, kind, rests, lately }: LimitCase): LimitVerdict {
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
  if (rests && own + lately.payeeCents > cents(PAYOUT_LIMITS.cooling))
    return refused("cooling", PAYOUT_LIMITS.cooling, lately.payeeCents);
  if (own + lately.merchantCents > cents(DAILY_DOLLARS[kind]))
    return refused("daily", DAILY_DOLLARS[kind], lately.merchantCents);
  if (own + lately.merchantCents <= cents(PAYOUT_LIMITS.approval)) return { verdict: "fine" };
  const limit = moneyText(approvalLimit(currency));
  const reason =
    own > cents(PAYOUT_LIMITS.approval)
      ? `单笔超过 ${limit}，需要财务审批`
      : `24 小时内累计超过 ${limit}，需要财务审批`;
  return { verdict: "approval", reason };
}

export const needsStepUp = (amount: Money): boolean => inDollarCents(amount) > cents(PAYOUT_LIMITS.stepUp);
export const needsPapers = (amount: Money, lately: bigint): boolean =>
  inDollarCents(amount) + lately > cents(PAYOUT_LIMITS.papers);

/** How far the rate may have moved, against the merchant, before it is asked again; it chooses one. */
export const TOLERANCES = [0, 50, 100, 200] as const;
export const DEFAULT_TOLERANCE = 50;
/** What arrives now against what was agreed: within the tolerance it may go. */
export const withinTolerance = (agreed: Money, now: Money, basisPoints: number): boolean =>
  now.minor * 10_000n >= agreed.minor * BigInt(10_000 - basisPoints);
