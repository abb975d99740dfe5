import { describe, expect, test } from "vitest";
import { isBankingDay } from "../calendar/bank-holidays.ts";
import { parseShanghaiTime } from "../calendar/shanghai-time.ts";
import { formatMoney, moneyOf, parseMoney } from "../money/money.ts";
import { addMonths, daysBetween } from "../calendar/days.ts";
import { instructionDeadline, isProvisional, maturityOf, maturityText, valueDateOf } from "./dates.ts";
import { accrualOf, simpleInterest } from "./interest.ts";
import { planLadder, quarterNeeds } from "./ladder.ts";
import { isAnswered } from "./partner.ts";
import { breakOutcome, earnedBetween, interestUntil, maturitySplit } from "./placements.ts";
import {
  BASE_DEPOSIT_RATES,
  BASE_DEPOSIT_TERMS,
  DEPOSIT_CURRENCIES,
  DEPOSIT_CURRENCY_CODES,
  DEPOSIT_TERM_MONTHS,
  rateOn,
  termsOn,
  type DepositCurrency,
} from "./products.ts";

const DAY = "2026-11-16";
const yearOf = (currency: DepositCurrency) => termsOn(BASE_DEPOSIT_TERMS, currency, DAY).yearDays;
const at = (text: string) => parseShanghaiTime(text)!;
const interest = (amount: string, currency: DepositCurrency, rate: string, days: number) =>
  formatMoney(simpleInterest(parseMoney(amount, currency), rate, days, yearOf(currency)));

/** Worked out by hand: principal × rate × days ÷ year, rounded once. */
describe("interest of every currency", () => {
  test.each([
    // 20,000 × 4.05 % × 182 ÷ 360 = 409.50
    ["USD", "20000.00", "4.05", 182, "409.50"],
    // 12,000 × 2.10 % × 91 ÷ 360 = 63.70
    ["EUR", "12000.00", "2.10", 91, "63.70"],
    // 1,500,000 × 0.40 % × 181 ÷ 360 = 3,016.67 → 3,017
    ["JPY", "1500000", "0.40", 181, "3017"],
    // 10,000 × 4.00 % × 365 ÷ 365 = 400
    ["GBP", "10000.00", "4.00", 365, "400.00"],
    // 200,000 × 3.40 % × 365 ÷ 365 = 6,800
    ["HKD", "200000.00", "3.40", 365, "6800.00"],
    // 5,000 × 2.10 % × 183 ÷ 365 = 52.6438… → 52.64
    ["SGD", "5000.00", "2.10", 183, "52.64"],
    // 7,777.77 × 3.85 % × 274 ÷ 365 = 224.7882… → 224.79
    ["AUD", "7777.77", "3.85", 274, "224.79"],
    // 1,500 × 2.70 % × 366 ÷ 365 = 40.6109… → 40.61 (a leap year has 366 days, the year still counts 365)
    ["CAD", "1500.00", "2.70", 366, "40.61"],
  ] as const)("%s %s at %s %% for %i days is %s", (currency, amount, rate, days, wanted) => {
    expect(interest(amount, currency, rate, days)).toBe(wanted);
  });

  test("exactly half a unit goes to the even one", () => {
    // 1.00 × 1 % × 180 ÷ 360 = 0.005 → 0.00; 3.00 × 1 % × 180 ÷ 360 = 0.015 → 0.02
    expect(interest("1.00", "USD", "1", 180)).toBe("0.00");
    expect(interest("3.00", "USD", "1", 180)).toBe("0.02");
  });
});

/**
 * Worked out by hand for what begins on Monday 16 November 2026: 12,345.67 (JPY 1,234,567) × the partner's rate × days ÷ year.
 * Terms of 1, 3, 6, 9 and 12 months; 16 May 2027 is a Sunday, so the third ends a day later, and in Singapore, where the feast
 * of that Sunday is kept on Monday, two.
 */
describe("interest of every currency over every term", () => {
  const ENDS = ["2026-12-16", "2027-02-16", "2027-05-17", "2027-08-16", "2027-11-16"];
  test.each([
    ["USD", ["37.04", "121.47", "252.78", "383.85", "519.46"]],
    ["EUR", ["19.55", "66.26", "137.31", "210.65", "287.89"]],
    ["JPY", ["206", "947", "2497", "4213", "6259"]],
    ["GBP", ["37.54", "121.36", "246.24", "369.36", "493.83"]],
    ["HKD", ["28.41", "96.47", "203.15", "309.34", "419.75"]],
    ["SGD", ["18.26", "62.24", "129.98", "198.53", "271.60"]],
    ["AUD", ["34.50", "115.14", "233.93", "355.50", "481.48"]],
    ["CAD", ["23.34", "77.79", "160.05", "244.70", "333.33"]],
  ] as const)("%s: %j", (currency, wanted) => {
    const principal = parseMoney(currency === "JPY" ? "1234567" : "12345.67", currency);
    const valueDate = "2026-11-16";
    const ends = DEPOSIT_TERM_MONTHS.map((termMonths) => maturityOf(currency, valueDate, termMonths));
    expect(ends).toEqual(currency === "SGD" ? ENDS.with(2, "2027-05-18") : ENDS);
    const earned = DEPOSIT_TERM_MONTHS.map((termMonths, at) => {
      const { rate } = rateOn(BASE_DEPOSIT_RATES, { currency, termMonths }, valueDate);
      return formatMoney(interestUntil({ principal, rate, yearDays: yearOf(currency), valueDate }, ends[at]!));
    });
    expect(earned).toEqual(wanted);
  });
  test("with a leap day in it, renewed with its interest, and taken out early", () => {
    const earns = (amount: string, currency: DepositCurrency, rate: string, from: string, until: string) =>
      formatMoney(
        interestUntil(
          { principal: parseMoney(amount, currency), rate, yearDays: yearOf(currency), valueDate: from },
          until,
        ),
      );
    // Three months from 30 November 2027 end on the leap day: 91 days. A year that holds it has 366.
    expect(maturityOf("USD", "2027-11-30", 3)).toBe("2028-02-29");
    expect(earns("12345.67", "USD", "3.85", "2027-11-30", "2028-02-29")).toBe("120.15");
    expect(earns("12345.67", "CAD", "2.70", "2027-11-30", "2028-11-30")).toBe("334.25");
    // Renewed with its interest on the Monday it ended, over 184 days.
    expect(earns("12598.45", "USD", "4.05", "2027-05-17", "2027-11-17")).toBe("260.79");
    const terms = { principal: parseMoney("12345.67", "GBP"), rate: "4.00", yearDays: 365, valueDate: DAY } as const;
    expect(formatMoney(breakOutcome(terms, "2027-02-16").interest)).toBe("15.56");
  });
});

test("the days of every currency and term add up to the amount paid, to the unit", () => {
  for (const currency of DEPOSIT_CURRENCY_CODES) {
    for (const termMonths of DEPOSIT_TERM_MONTHS) {
      const { rate } = rateOn(BASE_DEPOSIT_RATES, { currency, termMonths }, "2026-11-16");
      const principal = parseMoney(currency === "JPY" ? "987654" : "98765.43", currency);
      const valueDate = "2026-11-16";
      const maturesOn = maturityOf(currency, valueDate, termMonths);
      let booked = parseMoney("0", currency);
      for (let day = 1; day <= daysBetween(valueDate, maturesOn); day++) {
        const toDate = simpleInterest(principal, rate, day, yearOf(currency));
        const { minor } = accrualOf(toDate, booked);
        expect(minor).toBeGreaterThanOrEqual(0n);
        booked = { currency, minor: booked.minor + minor };
      }
      expect(booked).toEqual(interestUntil({ principal, rate, yearDays: yearOf(currency), valueDate }, maturesOn));
    }
  }
});

describe("dates", () => {
  test("a month that is shorter ends on its last day, in leap years too", () => {
    expect(addMonths("2026-11-30", 3)).toBe("2027-02-28");
    expect(addMonths("2027-11-30", 3)).toBe("2028-02-29");
    expect(addMonths("2026-12-31", 12)).toBe("2027-12-31");
  });
  test("agreed before the cut-off it begins today, after it or on a closed day on the next banking day", () => {
    expect(valueDateOf("USD", at("2026-11-16 16:59:59"))).toBe("2026-11-16");
    expect(valueDateOf("USD", at("2026-11-16 17:00:00"))).toBe("2026-11-17");
    expect(valueDateOf("USD", at("2026-11-25 18:00:00"))).toBe("2026-11-27");
    expect(valueDateOf("EUR", at("2026-11-14 10:00:00"))).toBe("2026-11-16");
  });
  test("a maturity beyond the known holidays says that it is provisional", () => {
    expect(maturityText("2027-12-31")).toBe("2027-12-31");
    expect(maturityText("2028-01-03")).toBe("2028-01-03（暂定）");
  });

  test("a maturity on a closed day moves to the next banking day of its currency", () => {
    expect(maturityOf("USD", "2026-11-16", 6)).toBe("2027-05-17");
    expect(maturityOf("HKD", "2026-11-08", 3)).toBe("2027-02-10");
    expect(maturityOf("SGD", "2026-11-09", 12)).toBe("2027-11-09");
  });
  test("what becomes of it may be said until the cut-off of the banking day before", () => {
    expect(instructionDeadline("EUR", "2026-11-30")).toEqual(at("2026-11-27 17:00:00"));
    expect(instructionDeadline("USD", "2026-11-27")).toEqual(at("2026-11-25 17:00:00"));
  });
  test("beyond the known holidays a date is provisional", () => {
    expect(isProvisional("2027-12-31")).toBe(false);
    expect(isProvisional("2028-01-03")).toBe(true);
  });
  test("every deposit currency keeps a calendar that knows its new year", () => {
    for (const currency of DEPOSIT_CURRENCY_CODES) {
      expect(isBankingDay(DEPOSIT_CURRENCIES[currency].calendar, "2027-01-01"), currency).toBe(false);
    }
  });
});

test("taken out early it earns the lower rate, and says what that costs", () => {
  const terms = { principal: parseMoney("20000.00", "USD"), rate: "4.05", yearDays: 360, valueDate: DAY } as const;
  // 90 days: 20,000 × 0.50 % × 90 ÷ 360 = 25.00, instead of 202.50
  const { interest: paid, forgone } = breakOutcome(terms, "2027-02-14");
  expect([formatMoney(paid), formatMoney(forgone)]).toEqual(["25.00", "177.50"]);
  expect(formatMoney(breakOutcome(terms, "2026-11-16").interest)).toBe("0.00");
  // Where the agreed rate is below the early one, an early end pays the agreed one: the interest booked covers it.
  const yen = { principal: parseMoney("1500000", "JPY"), rate: "0.20", yearDays: 360, valueDate: DAY } as const;
  const early = breakOutcome(yen, "2026-12-01");
  expect(early).toEqual({ interest: interestUntil(yen, "2026-12-01"), forgone: moneyOf("JPY", 0n) });
});

test("at maturity every unit is either renewed or paid out", () => {
  const principal = parseMoney("10000.00", "USD");
  const earned = parseMoney("100.00", "USD");
  const dollars = termsOn(BASE_DEPOSIT_TERMS, "USD", DAY);
  const split = (instruction: Parameters<typeof maturitySplit>[2]["instruction"], renewMinor: bigint | null = null) => {
    const { renewed, paidOut } = maturitySplit(principal, earned, { instruction, renewMinor }, dollars);
    expect(renewed.minor + paidOut.minor).toBe(1_010_000n);
    return formatMoney(renewed);
  };
  expect(split("payOut")).toBe("0.00");
  expect(split("renewPrincipal")).toBe("10000.00");
  expect(split("renewAll")).toBe("10100.00");
  expect(split("renewPart", 400_000n)).toBe("4000.00");
  expect(split("renewPart", 9_999_999n)).toBe("10100.00");
  // No deposit is larger than the largest: what its interest adds beyond is paid out.
  const most = parseMoney("500000.00", "USD");
  const { renewed, paidOut } = maturitySplit(most, earned, { instruction: "renewAll", renewMinor: null }, dollars);
  expect([renewed, paidOut].map(formatMoney)).toEqual(["500000.00", "100.00"]);
});

test("the ladder keeps out what is needed soon and lets fall due what each quarter needs; nothing is lost", () => {
  const usd = (text: string) => parseMoney(text, "USD");
  const plan = (amount: string, needs: string[]) =>
    planLadder(usd(amount), {
      keep: usd(needs[0]!),
      from: "2026-11-16",
      rates: BASE_DEPOSIT_RATES,
      terms: termsOn(BASE_DEPOSIT_TERMS, "USD", DAY),
      needs: needs.slice(1).map(usd),
    });
  const parts = (amount: string, needs: string[]) =>
    plan(amount, needs).steps.map(({ principal }) => formatMoney(principal));
  expect(parts("40000.00", ["0.00", "0.00", "0.00", "0.00"])).toEqual(["10000.00", "10000.00", "10000.00", "10000.00"]);
  // 5,000 stay; 6,000 + 2,000 + 0 are needed then; of the other 27,000 each part has 6,750.
  expect(parts("40000.00", ["5000.00", "6000.00", "2000.00", "0.00"])).toEqual([
    "12750.00",
    "8750.00",
    "6750.00",
    "6750.00",
  ]);
  const { steps, kept } = plan("40000.00", ["5000.00", "6000.00", "2000.00", "0.00"]);
  expect(kept.minor + steps.reduce((sum, { principal }) => sum + principal.minor, 0n)).toBe(4_000_000n);
  // No part is larger than the largest deposit of 500,000: what is over stays out.
  const large = plan("2400000.00", ["0.00", "100000.00", "0.00", "0.00"]);
  expect(large.steps.map(({ principal }) => formatMoney(principal))).toEqual(Array(4).fill("500000.00"));
  expect(formatMoney(large.kept)).toBe("400000.00");
  // More is needed than there is: equal parts.
  expect(parts("8000.00", ["0.00", "9000.00", "9000.00", "9000.00"])).toEqual([
    "2000.00",
    "2000.00",
    "2000.00",
    "2000.00",
  ]);
  expect(quarterNeeds(usd("9000.00"), usd("4000.00"), [0n, 700_000n]).map(formatMoney)).toEqual(["5000.00", "7000.00"]);
  expect(quarterNeeds(usd("4000.00"), usd("9000.00"), [0n]).map(formatMoney)).toEqual(["0.00"]);
});

test("a rate holds from its day until a newer one does", () => {
  const key = { currency: "USD", termMonths: 6 } as const;
  const rates = [...BASE_DEPOSIT_RATES, { ...key, from: "2026-12-01", rate: "3.95" }];
  expect(rateOn(rates, key, "2026-11-30").rate).toBe("4.05");
  expect(rateOn(rates, key, "2026-12-01").rate).toBe("3.95");
  expect(() => rateOn(rates, key, "2020-01-01")).toThrow(RangeError);
});

test("a statement's interest of one that was taken out early adds up to what was paid, over however many statements", () => {
  const broken = { accrued: 900n, paid: 200n, endedOn: "2026-12-10" };
  const november = earnedBetween({ ...broken, booked: 600n }, { from: "2026-11-01", to: "2026-11-30" });
  const december = earnedBetween({ ...broken, booked: 300n }, { from: "2026-12-01", to: "2026-12-31" });
  expect([november, december, november + december]).toEqual([600n, -400n, 200n]);
  const held = { booked: 300n, accrued: 900n, paid: null, endedOn: null };
  expect(earnedBetween(held, { from: "2026-12-01", to: "2026-12-31" })).toBe(300n);
});

test("a partner's question that was answered within this application is no new one", () => {
  const past = [
    { action: "apply", note: null },
    { action: "ask", note: "资金来源？" },
    { action: "answer", note: "销售收入" },
  ];
  expect(isAnswered(past, "资金来源？")).toBe(true);
  expect(isAnswered(past, "最大的客户是谁？")).toBe(false);
  expect(isAnswered([...past, { action: "decline", note: null }, { action: "apply", note: null }], "资金来源？")).toBe(
    false,
  );
});
