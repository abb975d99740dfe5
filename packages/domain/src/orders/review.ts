import type { Currency } from "../money/currencies.ts";
import { moneyOf } from "../money/money.ts";
import { inDollarCents, roundFigure } from "../money/round-figures.ts";
import type { UploadWay } from "./uploads.ts";

/**
 * What people said about somebody's orders so far: how many are proven and how many were refused, and what both are worth in
 * cents of a dollar. Proven is what is left of an order after its refunds; refused stays refused, also where it was mended.
 */
export type ReviewRecord = { passed: number; failed: number; passedCents: bigint; failedCents: bigint };
export const NO_RECORD: ReviewRecord = { passed: 0, failed: 0, passedCents: 0n, failedCents: 0n };
export const PROVEN_AFTER = 100;
/** In whole dollars: a hundred orders of a dollar each prove nothing. */
export const PROVEN_DOLLARS = 10_000;
/** Of a hundred, by number and by worth alike. */
const MOST_FAILED = 5n;
/** So many times the average of what people have passed is another trade than the one that was proven. */
export const UNLIKE_FACTOR = 10n;
/** Of a proven merchant, one in so many is looked at. */
export const SAMPLE_ONE_IN = 10;
/** In whole dollars: above this a person always looks. */
export const REVIEW_ABOVE_DOLLARS = 5_000;

const fewFailed = (passed: bigint, failed: bigint): boolean => failed * 100n <= (passed + failed) * MOST_FAILED;
export const isProven = ({ passed, failed, passedCents, failedCents }: ReviewRecord): boolean =>
  passed >= PROVEN_AFTER &&
  passedCents >= BigInt(PROVEN_DOLLARS) * 100n &&
  fewFailed(BigInt(passed), BigInt(failed)) &&
  fewFailed(passedCents, failedCents);

type Looked = {
  way: UploadWay;
  /** Read from a shop that the merchant runs: there orders can be made and marked as paid by hand, as in a file. */
  ownShop: boolean;
  record: ReviewRecord;
  currency: Currency;
  amountMinor: bigint;
  draw: number;
};
const isUnlike = ({ passed, passedCents }: ReviewRecord, currency: Currency, minor: bigint): boolean =>
  inDollarCents(moneyOf(currency, minor)) * BigInt(passed) > passedCents * UNLIKE_FACTOR;
/**
 * Whether a person looks at a row that nothing is wrong with: at all of a new merchant, at a share of a proven one, at every
 * large one, and at every one much larger than what was proven. What we read from a marketplace was not written by the merchant:
 * only large ones.
 */
export function needsPerson({ way, ownShop, record, currency, amountMinor, draw }: Looked): boolean {
  if (amountMinor > roundFigure(REVIEW_ABOVE_DOLLARS, currency).minor) return true;
  if (way === "store" && !ownShop) return false;
  if (way === "typed" || !isProven(record)) return true;
  return draw % SAMPLE_ONE_IN === 0 || isUnlike(record, currency, amountMinor);
}
