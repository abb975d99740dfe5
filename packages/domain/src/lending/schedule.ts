import { addDays, addMonths, daysBetween } from "../calendar/days.ts";
import { divideHalfEven, millionthsOf, type AnnualRate } from "../deposits/interest.ts";
import { PENALTY_FACTOR, type RepaymentWay } from "./products.ts";

/** What was agreed on. Amounts are minor units of the loan's one currency. */
export type LoanTerms = { rate: AnnualRate; termMonths: number; way: RepaymentWay };
/**
 * One line of the plan. Interest runs from `startsOn` (the period's first day, or the day of an early repayment within it)
 * to `dueOn`. `billed`: it has fallen due, its interest is owed.
 */
export type Instalment = {
  no: number;
  months: number;
  periodFrom: string;
  startsOn: string;
  dueOn: string;
  principal: bigint;
  interest: bigint;
  billed: boolean;
  paidPrincipal: bigint;
  paidInterest: bigint;
  penalty: bigint;
  paidPenalty: bigint;
  /** Penalties are charged up to and including this day. */
  penaltyThrough: string;
};

const YEAR = 12_000_000n;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const sumOf = (rows: readonly Instalment[], of: (row: Instalment) => bigint): bigint =>
  rows.reduce((all, row) => all + of(row), 0n);

/** Interest of part of a period, by its days; months count alike, whatever their length. */
function interestOf(
  outstanding: bigint,
  rate: AnnualRate,
  row: Pick<Instalment, "months" | "periodFrom" | "dueOn">,
  days: number,
) {
  const whole = daysBetween(row.periodFrom, row.dueOn);
  return divideHalfEven(outstanding * millionthsOf(rate) * BigInt(row.months) * BigInt(days), YEAR * BigInt(whole));
}

/** The level payment over so many months: exact until it is rounded once. */
function levelPayment(principal: bigint, rate: AnnualRate, months: number): bigint {
  const monthly = millionthsOf(rate);
  if (monthly === 0n) return divideHalfEven(principal, BigInt(months));
  const grown = (YEAR + monthly) ** BigInt(months);
  return divideHalfEven(principal * monthly * grown, YEAR * (grown - YEAR ** BigInt(months)));
}

type Bare = Pick<Instalment, "no" | "months" | "periodFrom" | "startsOn" | "dueOn">;
/** Divides what is owed over these periods; the last one takes what is left. */
function fill({ rate, way }: LoanTerms, owed: bigint, periods: readonly Bare[]): Instalment[] {
  const level = way === "equal" ? levelPayment(owed, rate, periods.length) : 0n;
  let left = owed;
  return periods.map((period, at) => {
    const interest = interestOf(left, rate, period, daysBetween(period.startsOn, period.dueOn));
    const share = way === "equal" && level > interest ? min(level - interest, left) : 0n;
    const principal = at === periods.length - 1 ? left : share;
    left -= principal;
    return {
      ...period,
      principal,
      interest,
      billed: false,
      paidPrincipal: 0n,
      paidInterest: 0n,
      penalty: 0n,
      paidPenalty: 0n,
      penaltyThrough: period.dueOn,
    };
  });
}

/** The plan of a loan paid out on this day. */
export function planLoan(terms: LoanTerms, principal: bigint, drawnOn: string): Instalment[] {
  const lines = terms.way === "bullet" ? 1 : terms.termMonths;
  const months = terms.way === "bullet" ? terms.termMonths : 1;
  const periods = Array.from({ length: lines }, (_, at) => {
    const periodFrom = addMonths(drawnOn, at * months);
    return { no: at + 1, months, periodFrom, startsOn: periodFrom, dueOn: addMonths(drawnOn, (at + 1) * months) };
  });
  return fill(terms, principal, periods);
}

/** Of a line, penalties left aside. */
export const unpaid = (row: Instalment): bigint => row.principal - row.paidPrincipal + row.interest - row.paidInterest;
/** What is late on this line and costs a penalty. */
const dailyPenalty = (row: Instalment, rate: AnnualRate): bigint =>
  divideHalfEven(unpaid(row) * millionthsOf(rate) * PENALTY_FACTOR.times, 360_000_000n * PENALTY_FACTOR.by);

export type Charge = { no: number; kind: "interest" | "penalty"; amount: bigint; day: string };
/**
 * Brings a plan to a day: what has fallen due is billed, and every day of delay costs its penalty. However often it is
 * asked, and after however long a standstill, each line is billed once and each day charged once.
 */
export function bringForward(
  terms: LoanTerms,
  plan: readonly Instalment[],
  day: string,
): { plan: Instalment[]; charges: Charge[] } {
  const charges: Charge[] = [];
  const moved = plan.map((before) => {
    const row = { ...before };
    if (!row.billed && row.dueOn <= day) {
      row.billed = true;
      if (row.interest > 0n) charges.push({ no: row.no, kind: "interest", amount: row.interest, day: row.dueOn });
    }
    if (row.billed && row.penaltyThrough < day) {
      const daily = dailyPenalty(row, terms.rate);
      const days = daysBetween(row.penaltyThrough, day);
      if (daily > 0n) {
        const amount = daily * BigInt(days);
        row.penalty += amount;
        charges.push({ no: row.no, kind: "penalty", amount, day });
      }
      row.penaltyThrough = day;
    }
    return row;
  });
  return { plan: moved, charges };
}

export const outstandingOf = (plan: readonly Instalment[]): bigint =>
  sumOf(plan, (row) => row.principal - row.paidPrincipal);
/** Owed now: everything billed and its penalties. */
export const dueOf = (plan: readonly Instalment[]): bigint =>
  sumOf(
    plan.filter(({ billed }) => billed),
    (row) => unpaid(row) + row.penalty - row.paidPenalty,
  );
export const isLate = (plan: readonly Instalment[], day: string): boolean =>
  plan.some((row) => row.billed && row.dueOn < day && unpaid(row) + row.penalty - row.paidPenalty > 0n);

/** Interest of the running period up to a day: what an early repayment adds. */
function runningInterest(terms: LoanTerms, plan: readonly Instalment[], day: string): bigint {
  const current = plan.find(({ billed }) => !billed);
  if (!current || day <= current.startsOn) return 0n;
  const owed = sumOf(
    plan.filter(({ billed }) => !billed),
    (row) => row.principal,
  );
  return interestOf(owed, terms.rate, current, daysBetween(current.startsOn, day));
}

/** What ends the loan on this day. */
export const payoffOf = (terms: LoanTerms, plan: readonly Instalment[], day: string): bigint =>
  dueOf(plan) +
  sumOf(
    plan.filter(({ billed }) => !billed),
    (row) => row.principal,
  ) +
  runningInterest(terms, plan, day);

export type Split = { penalty: bigint; interest: bigint; principal: bigint };
export type Paid = {
  plan: Instalment[];
  split: Split;
  /** Interest that is owed only because of this early repayment. */
  charges: Charge[];
  /** No more than what ends the loan is taken: the rest stays where it was. */
  taken: bigint;
};
/**
 * Takes a payment on a plan that was brought to this day: the oldest line first, on each line penalty, interest, principal.
 * What is beyond all that is due pays the running period's interest to this day and then principal, and the rest is planned
 * anew; a rest too small for that interest is not taken.
 */
export function takePayment(terms: LoanTerms, before: readonly Instalment[], day: string, amount: bigint): Paid {
  const plan = before.map((row) => ({ ...row }));
  const split: Split = { penalty: 0n, interest: 0n, principal: 0n };
  let left = amount;
  const spend = (wanted: bigint): bigint => {
    const taken = min(wanted, left);
    left -= taken;
    return taken;
  };
  for (const row of plan.filter(({ billed }) => billed)) {
    const penalty = spend(row.penalty - row.paidPenalty);
    row.paidPenalty += penalty;
    const interest = spend(row.interest - row.paidInterest);
    row.paidInterest += interest;
    const principal = spend(row.principal - row.paidPrincipal);
    row.paidPrincipal += principal;
    split.penalty += penalty;
    split.interest += interest;
    split.principal += principal;
  }
  const ahead = plan.filter(({ billed }) => !billed);
  const running = runningInterest(terms, plan, day);
  if (ahead.length === 0 || left <= running) return { plan, split, charges: [], taken: amount - left };
  const owed = sumOf(ahead, (row) => row.principal);
  left -= running;
  const principal = spend(owed);
  const charges: Charge[] = running > 0n ? [{ no: ahead[0]!.no, kind: "interest", amount: running, day }] : [];
  split.interest += running;
  split.principal += principal;
  const periods = ahead.map((row, at) => ({ ...row, startsOn: at === 0 && day > row.startsOn ? day : row.startsOn }));
  const rest = owed === principal ? [] : fill(terms, owed - principal, periods);
  return { plan: [...plan.filter(({ billed }) => billed), ...rest], split, charges, taken: amount - left };
}

/** The next line that is not paid, due or to come. */
export const nextDue = (plan: readonly Instalment[]): Instalment | undefined =>
  plan.find((row) => unpaid(row) + row.penalty - row.paidPenalty > 0n);
/** A few days before a line falls due its owner is reminded. */
export const reminderDay = (dueOn: string, days: number): string => addDays(dueOn, -days);
