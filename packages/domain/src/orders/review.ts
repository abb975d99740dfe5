import type { Currency } from "../money/currencies.ts";
import { roundFigure } from "../money/round-figures.ts";
import type { UploadWay } from "./uploads.ts";

/** What somebody has delivered so far, by what people said about it. */
export type ReviewRecord = { passed: number; failed: number };
export const PROVEN_AFTER = 100;
const MOST_FAILED_SHARE = 0.05;
/** Of a proven merchant, one in so many is looked at. */
export const SAMPLE_ONE_IN = 10;
/** In whole dollars: above this a person always looks. */
export const REVIEW_ABOVE_DOLLARS = 5_000;

export const isProven = ({ passed, failed }: ReviewRecord): boolean =>
  passed >= PROVEN_AFTER && failed <= (passed + failed) * MOST_FAILED_SHARE;

type Looked = { way: UploadWay; record: ReviewRecord; currency: Currency; amountMinor: bigint; draw: number };
/**
 * Whether a person looks at a row that nothing is wrong with: at all of a new merchant, at a share of a proven one, at every
 * large one. What we read from the platform ourselves was not written by the merchant: only large ones.
 */
export function needsPerson({ way, record, currency, amountMinor, draw }: Looked): boolean {
  if (amountMinor > roundFigure(REVIEW_ABOVE_DOLLARS, currency).minor) return true;
  if (way === "store") return false;
  return way === "typed" || !isProven(record) || draw % SAMPLE_ONE_IN === 0;
}
