import { moneyOf, type Money } from "../money/money.ts";
import { LOAN_CURRENCY, type LoanCurrency } from "./products.ts";

/** The whole months a pre-score looks at. */
export const SCORE_MONTHS = 6;
/** Below this nothing is lent. */
export const LOWEST_SCORE = 40;

export type ScoreReason = { label: string; value: string; points: number; most: number };
export type PreScore = {
  score: number;
  reasons: ScoreReason[];
  average: Money<LoanCurrency>;
  limit: Money<LoanCurrency>;
};

const usd = (minor: bigint): Money<LoanCurrency> => moneyOf(LOAN_CURRENCY, minor);
const text = (minor: bigint): string => `${LOAN_CURRENCY} ${(minor / 100n).toLocaleString("en-US")}`;
/** The first row whose threshold is reached. */
const pointsFor = (value: bigint, rows: readonly (readonly [threshold: bigint, points: number])[]): number =>
  rows.find(([threshold]) => value >= threshold)?.[1] ?? 0;
const percent = (part: bigint, of: bigint): bigint => (of === 0n ? 0n : (part * 100n) / of);

/** How many average months a score is worth. */
const multipleOf = (score: number): bigint => (score >= 80 ? 3n : score >= 60 ? 2n : score >= LOWEST_SCORE ? 1n : 0n);

/**
 * What a merchant's own credited income says, oldest month first, in minor units of the loan's currency. The same months
 * give the same score, and every point has its reason; the lender decides for itself.
 */
export function preScore(months: readonly bigint[], owed: bigint): PreScore {
  const all = months.reduce((sum, month) => sum + month, 0n);
  const average = all / BigInt(Math.max(1, months.length));
  const active = months.filter((month) => month > 0n).length;
  const half = Math.floor(months.length / 2);
  const sum = (part: readonly bigint[]) => part.reduce((total, month) => total + month, 0n);
  const trend = percent(sum(months.slice(half)), sum(months.slice(0, half)));
  const lowest = months.reduce((least, month) => (month < least ? month : least), months[0] ?? 0n);
  const steady = percent(lowest, average);
  const reasons: ScoreReason[] = [
    {
      label: "有收款的月份",
      value: `近 ${months.length} 个月中 ${active} 个月`,
      points: active * 6,
      most: SCORE_MONTHS * 6,
    },
    {
      label: "平均每月入账",
      value: text(average),
      points: pointsFor(average, [
        [5_000_000n, 30],
        [1_000_000n, 22],
        [300_000n, 14],
        [50_000n, 6],
      ]),
      most: 30,
    },
    {
      label: "后三个月与前三个月相比",
      value: sum(months.slice(0, half)) === 0n ? "没有可比的月份" : `${trend}%`,
      points: pointsFor(trend, [
        [110n, 18],
        [80n, 12],
        [30n, 4],
      ]),
      most: 18,
    },
    {
      label: "最低的一个月占平均",
      value: `${steady}%`,
      points: pointsFor(steady, [
        [50n, 16],
        [20n, 8],
      ]),
      most: 16,
    },
  ];
  const score = reasons.reduce((total, { points }) => total + points, 0);
  const room = average * multipleOf(score) - owed;
  const limit = room > 0n ? (room / 10_000n) * 10_000n : 0n;
  return { score, reasons, average: usd(average), limit: usd(limit) };
}
