import { describe, expect, test } from "vitest";
import { addDays } from "../calendar/days.ts";
import { preScore } from "./score.ts";
import {
  bringForward,
  dueOf,
  isLate,
  outstandingOf,
  payoffOf,
  planLoan,
  takePayment,
  type Instalment,
  type LoanTerms,
} from "./schedule.ts";

const terms = (way: LoanTerms["way"], termMonths: number, rate = "9.6"): LoanTerms => ({ way, termMonths, rate });
const sum = (plan: readonly Instalment[], of: (row: Instalment) => bigint) =>
  plan.reduce((all, row) => all + of(row), 0n);

describe("a plan", () => {
  test("of equal instalments pays the same every month and ends at zero", () => {
    const plan = planLoan(terms("equal", 12, "12"), 1_200_000n, "2026-01-31");
    // 12,000 at 1 % a month over 12 months: 1,066.19 a month.
    expect(plan.slice(0, -1).map(({ principal, interest }) => principal + interest)).toEqual(
      Array.from({ length: 11 }, () => 106_619n),
    );
    expect(plan[0]).toMatchObject({ interest: 12_000n, dueOn: "2026-02-28" });
    expect(plan.at(-1)).toMatchObject({ dueOn: "2027-01-31" });
    expect(sum(plan, ({ principal }) => principal)).toBe(1_200_000n);
    expect(plan.at(-1)!.principal + plan.at(-1)!.interest).toBeGreaterThan(106_600n);
  });
  test("of interest only pays the principal last, a bullet everything", () => {
    const only = planLoan(terms("interestOnly", 3), 1_000_000n, "2026-11-16");
    expect(only.map(({ principal, interest }) => [principal, interest])).toEqual([
      [0n, 8_000n],
      [0n, 8_000n],
      [1_000_000n, 8_000n],
    ]);
    const bullet = planLoan(terms("bullet", 6), 1_000_000n, "2026-11-16");
    expect(bullet).toMatchObject([{ no: 1, dueOn: "2027-05-16", principal: 1_000_000n, interest: 48_000n }]);
  });
});

describe("delay", () => {
  test("each line is billed once and each day charged once, however often and late it is looked at", () => {
    const agreed = terms("interestOnly", 3);
    const plan = planLoan(agreed, 1_000_000n, "2026-11-16");
    const daily = (days: number) => {
      let now = plan;
      for (let day = 1; day <= days; day++) now = bringForward(agreed, now, addDays("2026-12-16", day)).plan;
      return now;
    };
    const atOnce = bringForward(agreed, plan, addDays("2026-12-16", 10));
    expect(daily(10)).toEqual(atOnce.plan);
    // 80.00 × 9.6 % × 1.5 ÷ 360 = 0.03 a day
    expect(atOnce.charges).toEqual([
      { no: 1, kind: "interest", amount: 8_000n, day: "2026-12-16" },
      { no: 1, kind: "penalty", amount: 30n, day: "2026-12-26" },
    ]);
    expect(isLate(atOnce.plan, "2026-12-26")).toBe(true);
    expect(bringForward(agreed, atOnce.plan, "2026-12-26").charges).toEqual([]);
  });
});

describe("early repayment", () => {
  test("costs interest to the day and plans the rest anew", () => {
    const agreed = terms("interestOnly", 3);
    const plan = planLoan(agreed, 1_000_000n, "2026-11-16");
    // Fifteen of thirty days: 40.00.
    expect(payoffOf(agreed, plan, "2026-12-01")).toBe(1_004_000n);
    const part = takePayment(agreed, plan, "2026-12-01", 504_000n);
    expect(part).toMatchObject({ taken: 504_000n, split: { penalty: 0n, interest: 4_000n, principal: 500_000n } });
    expect(part.plan.map(({ interest }) => interest)).toEqual([2_000n, 4_000n, 4_000n]);
    expect(takePayment(agreed, plan, "2026-12-01", 3_999n).taken).toBe(0n);
    const all = takePayment(agreed, plan, "2026-12-01", 9_999_999n);
    expect(all).toMatchObject({ taken: 1_004_000n, plan: [] });
  });
});

/** A generator of its own, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

test("whatever is paid in whatever order: principal, charges and payments add up, and nothing is taken beyond the end", () => {
  for (let seed = 1; seed <= 150; seed++) {
    const next = numbers(seed);
    const agreed = terms((["equal", "interestOnly", "bullet"] as const)[next(3)]!, [1, 3, 6, 12][next(4)]!);
    const principal = BigInt(100_000 + next(5_000_000));
    let plan = planLoan(agreed, principal, "2026-11-16");
    let [day, charged, paidCharges, paidPrincipal] = ["2026-11-16", 0n, 0n, 0n];
    for (let step = 0; step < 60 && plan.length > 0 && outstandingOf(plan) + dueOf(plan) > 0n; step++) {
      day = addDays(day, next(25));
      const brought = bringForward(agreed, plan, day);
      charged += brought.charges.reduce((all, { amount }) => all + amount, 0n);
      const payoff = payoffOf(agreed, brought.plan, day);
      const amount = BigInt(next(3) === 0 ? 0 : next(Number(principal / 2n)));
      const paid = takePayment(agreed, brought.plan, day, amount);
      charged += paid.charges.reduce((all, { amount: one }) => all + one, 0n);
      expect(paid.taken).toBeLessThanOrEqual(amount < payoff ? amount : payoff);
      expect(paid.taken).toBe(paid.split.penalty + paid.split.interest + paid.split.principal);
      paidCharges += paid.split.penalty + paid.split.interest;
      paidPrincipal += paid.split.principal;
      ({ plan } = paid);
      const owedCharges =
        dueOf(plan) -
        sum(
          plan.filter(({ billed }) => billed),
          (row) => row.principal - row.paidPrincipal,
        );
      expect(outstandingOf(plan) + paidPrincipal, `seed ${seed}`).toBe(principal);
      expect(owedCharges + paidCharges, `seed ${seed}`).toBe(charged);
    }
    const end = bringForward(agreed, plan, addDays(day, 3));
    const last = takePayment(agreed, end.plan, addDays(day, 3), payoffOf(agreed, end.plan, addDays(day, 3)));
    expect(outstandingOf(last.plan) + dueOf(last.plan)).toBe(0n);
  }
});

describe("the pre-score", () => {
  test("gives every point a reason and a limit by the average month", () => {
    const good = preScore([1_000_000n, 1_100_000n, 1_000_000n, 1_200_000n, 1_200_000n, 1_300_000n], 0n);
    expect(good.score).toBe(36 + 22 + 18 + 16);
    expect(good.limit.minor).toBe(3_390_000n);
    expect(good.reasons.reduce((all, { points }) => all + points, 0)).toBe(good.score);
    expect(
      preScore([1_000_000n, 1_100_000n, 1_000_000n, 1_200_000n, 1_200_000n, 1_300_000n], 3_000_000n).limit.minor,
    ).toBe(390_000n);
  });
  test("lends nothing on nothing", () => {
    expect(preScore([0n, 0n, 0n, 0n, 0n, 0n], 0n)).toMatchObject({ score: 0, limit: { minor: 0n } });
  });
});
