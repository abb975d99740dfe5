import { addressOf, BANK_CALENDARS, isBankingDay, MAINLAND_WORKING_WEEKENDS } from "@coralhub/domain";
import chineseDays from "chinese-days";
import { expect, test } from "vitest";
import { addDays, calendarMonth, comingFestivals } from "./calendar.ts";
import { firstSteps } from "./first-steps.ts";

test("mainland working days agree with the published table of 2026", () => {
  for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 1)) {
    expect([day, isBankingDay("CN", day)]).toEqual([day, chineseDays.isWorkday(day)]);
  }
  expect(MAINLAND_WORKING_WEEKENDS.length).toBeGreaterThan(0);
});

test("lunar holidays stand where the lunar calendar puts them", () => {
  const named = (day: string) =>
    calendarMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)), day, { todos: [], days: [] }).days.find(
      ({ date }) => date === day,
    )!;
  expect(named("2026-02-17").lunar).toBe("春节");
  expect(named("2027-02-06").lunar).toBe("春节");
  for (const [day, festival] of [
    ["2027-06-09", "端午节"],
    ["2027-09-15", "中秋节"],
    ["2026-09-25", "中秋节"],
  ] as const) {
    expect(named(day).lunar).toBe(festival);
    expect(BANK_CALENDARS.CN.holidays).toHaveProperty(day);
  }
});

test("a month shows payouts, closed banks, shopping days and the merchant's own deadlines", () => {
  const todo = {
    id: "t1",
    kind: "orders",
    title: "待补充订单材料",
    body: "",
    amount: null,
    dueAt: new Date("2026-11-17T15:00:00+08:00"),
    action: { label: "上传订单", path: addressOf("income") },
  } as const;
  const { days, upcoming } = calendarMonth(2026, 11, "2026-11-15", {
    todos: [todo],
    days: [{ date: "2026-11-18", title: "定期 USD 20,000.00 到期", body: "到期还本付息" }],
  });
  expect(days).toHaveLength(30);
  const titles = (date: string) =>
    days.find((day) => day.date === date)!.events.map((event) => `${event.kind} ${event.title}`);
  expect(titles("2026-11-17")).toContain("deadline 待补充订单材料，当天截止");
  expect(titles("2026-11-18")).toEqual(
    expect.arrayContaining(["payout Shopify 打款日", "own 定期 USD 20,000.00 到期"]),
  );
  expect(titles("2026-11-26")).toEqual(expect.arrayContaining(["bankHoliday 美国感恩节休市", "festival 感恩节"]));
  expect(upcoming[0]!.date >= "2026-11-15").toBe(true);
  expect(upcoming.map((event) => event.date)).toEqual(upcoming.map((event) => event.date).toSorted());
});

test("nothing is claimed beyond the horizon", () => {
  expect(() => calendarMonth(2028, 1, "2026-11-15", { todos: [], days: [] })).toThrow("2026-01-01 到 2027-12-31");
  expect(() => calendarMonth(2025, 12, "2026-11-15", { todos: [], days: [] })).toThrow("2026-01-01");
  expect(comingFestivals("2027-12-20").every((event) => event.date <= "2027-12-31")).toBe(true);
});

test("coming festivals count the days", () => {
  const [first] = comingFestivals("2026-11-22");
  expect(first).toMatchObject({ title: "日本勤劳感谢日休市", daysAway: 1, of: "JP" });
});

test("the guide follows the merchant", () => {
  const states = (certification: number, hasStore: boolean) =>
    firstSteps(certification, hasStore).map((step) => step.state);
  expect(states(0, false)).toEqual(["current", "later", "later"]);
  expect(states(2, true)).toEqual(["current", "done", "later"]);
  expect(states(3, false)).toEqual(["done", "current", "later"]);
  expect(states(3, true)).toEqual(["done", "done", "current"]);
  expect(firstSteps(1, false)[0]!.action?.label).toBe("修改后重新提交");
  // A store is bound by certified merchants only: nobody is told that it goes before.
  expect(firstSteps(0, false)[1]!.body).toMatch(/^认证通过后就能绑定/);
});
