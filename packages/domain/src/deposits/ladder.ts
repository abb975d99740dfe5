import { allocateMoney, moneyOf, type Money } from "../money/money.ts";
import { daysBetween } from "../calendar/days.ts";
import { maturityOf } from "./dates.ts";
import { simpleInterest } from "./interest.ts";
import { rateOn, type DepositCurrency, type DepositRate, type DepositTerm, type DepositTerms } from "./products.ts";

/** A quarter, a half, three quarters, a year: something falls due every three months. */
export const LADDER_TERMS = [3, 6, 9, 12] as const satisfies readonly DepositTerm[];

export type LadderStep = {
  termMonths: DepositTerm;
  principal: Money<DepositCurrency>;
  rate: string;
  maturesOn: string;
  interest: Money<DepositCurrency>;
};

/** What is needed of the balance in each quarter to come: as much more goes out than comes in, and what has its day. */
export function quarterNeeds(
  paid: Money<DepositCurrency>,
  received: Money<DepositCurrency>,
  scheduled: readonly bigint[],
): Money<DepositCurrency>[] {
  const drain = paid.minor > received.minor ? paid.minor - received.minor : 0n;
  // A planned payment is one of those that are made every quarter; only what goes beyond them is more.
  return scheduled.map((planned) => moneyOf(paid.currency, planned > drain ? planned : drain));
}

type LadderRequest = {
  keep: Money<DepositCurrency>;
  from: string;
  rates: readonly DepositRate[];
  terms: Pick<DepositTerms, "minimum" | "maximum" | "yearDays">;
  /** What is needed in the second quarter, the third, the fourth: the part that falls due before it covers it. */
  needs?: readonly Money<DepositCurrency>[];
};

/**
 * Spreads an amount over the terms, as many of the shortest as the smallest deposit allows: what each coming quarter needs
 * falls due before it begins, the rest is divided equally. What is needed before the first part falls due stays out, and
 * so does what goes beyond the largest deposit.
 */
export function planLadder(
  amount: Money<DepositCurrency>,
  { keep, from, rates, terms, needs = [] }: LadderRequest,
): { steps: LadderStep[]; kept: Money<DepositCurrency> } {
  const { currency } = amount;
  const free = amount.minor - keep.minor;
  const least = terms.minimum.minor;
  const count =
    free <= 0n ? 0 : Number(free / least < BigInt(LADDER_TERMS.length) ? free / least : BigInt(LADDER_TERMS.length));
  if (count === 0) return { steps: [], kept: amount };
  const parts = partsOf(moneyOf(currency, free), { count, needs, least });
  const most = terms.maximum.minor;
  const steps = parts.map((part, index): LadderStep => {
    const principal = moneyOf(currency, part.minor < most ? part.minor : most);
    const termMonths = LADDER_TERMS[index]!;
    const { rate } = rateOn(rates, { currency, termMonths }, from);
    const maturesOn = maturityOf(currency, from, termMonths);
    const days = daysBetween(from, maturesOn);
    const interest = simpleInterest(principal, rate, days, terms.yearDays);
    return { termMonths, principal, rate, maturesOn, interest };
  });
  const placed = steps.reduce((sum, { principal }) => sum + principal.minor, 0n);
  return { steps, kept: moneyOf(currency, amount.minor - placed) };
}

type Parts = { count: number; needs: readonly Money<DepositCurrency>[]; least: bigint };
/** The needs first, the rest in equal parts; where a part would be too small for a deposit, all are equal. */
function partsOf(free: Money<DepositCurrency>, { count, needs, least }: Parts): Money<DepositCurrency>[] {
  const { currency } = free;
  const equal = (money: Money<DepositCurrency>) =>
    allocateMoney(
      money,
      Array.from({ length: count }, () => 1n),
    );
  const wanted = Array.from({ length: count }, (_none, index) => needs[index]?.minor ?? 0n);
  const rest = free.minor - wanted.reduce((sum, minor) => sum + minor, 0n);
  if (rest < 0n) return equal(free);
  const parts = equal(moneyOf(currency, rest)).map((part, index) => moneyOf(currency, part.minor + wanted[index]!));
  return parts.every(({ minor }) => minor >= least) ? parts : equal(free);
}
