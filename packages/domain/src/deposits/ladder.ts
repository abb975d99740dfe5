import { allocateMoney, moneyOf, type Money } from "../money/money.ts";
import { daysBetween, maturityOf } from "./dates.ts";
import { simpleInterest } from "./interest.ts";
import {
  DEPOSIT_CURRENCIES,
  rateOn,
  smallestDeposit,
  type DepositCurrency,
  type DepositRate,
  type DepositTerm,
} from "./products.ts";

/** A quarter, a half, three quarters, a year: something falls due every three months. */
export const LADDER_TERMS = [3, 6, 9, 12] as const satisfies readonly DepositTerm[];

export type LadderStep = {
  termMonths: DepositTerm;
  principal: Money<DepositCurrency>;
  rate: string;
  maturesOn: string;
  interest: Money<DepositCurrency>;
};

/**
 * Spreads an amount over the terms in equal parts, as many of the shortest as the smallest deposit allows. What the merchant
 * expects to pay out before the first part falls due stays where it is.
 */
export function planLadder(
  amount: Money<DepositCurrency>,
  { keep, from, rates }: { keep: Money<DepositCurrency>; from: string; rates: readonly DepositRate[] },
): { steps: LadderStep[]; kept: Money<DepositCurrency> } {
  const { currency } = amount;
  const free = amount.minor - keep.minor;
  const least = smallestDeposit(currency).minor;
  const count =
    free <= 0n ? 0 : Number(free / least < BigInt(LADDER_TERMS.length) ? free / least : BigInt(LADDER_TERMS.length));
  if (count === 0) return { steps: [], kept: amount };
  const parts = allocateMoney(
    moneyOf(currency, free),
    Array.from({ length: count }, () => 1n),
  );
  const steps = parts.map((principal, index): LadderStep => {
    const termMonths = LADDER_TERMS[index]!;
    const { rate } = rateOn(rates, { currency, termMonths }, from);
    const maturesOn = maturityOf(currency, from, termMonths);
    const days = daysBetween(from, maturesOn);
    const interest = simpleInterest(principal, rate, days, DEPOSIT_CURRENCIES[currency].yearDays);
    return { termMonths, principal, rate, maturesOn, interest };
  });
  return { steps, kept: moneyOf(currency, amount.minor - free) };
}
