import { expect, test } from "vitest";
import {
  BANK_CALENDARS,
  bankHoliday,
  CALENDAR_HORIZON,
  isBankingDay,
  MAINLAND_WORKING_WEEKENDS,
  weekdayOf,
} from "./bank-holidays.ts";
import { isPayoutDay, PAYOUT_DAYS, shoppingFestivals } from "./trading-days.ts";

test("every holiday is a real day within the horizon", () => {
  for (const { holidays } of Object.values(BANK_CALENDARS)) {
    const days = Object.keys(holidays);
    expect(days.length).toBeGreaterThan(8);
    for (const day of days) {
      expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
      expect(day >= CALENDAR_HORIZON.from && day <= CALENDAR_HORIZON.to).toBe(true);
    }
  }
});

test("holidays of weekday rules fall on their weekday", () => {
  expect.hasAssertions();
  for (const [day, name] of Object.entries(BANK_CALENDARS.US.holidays)) {
    if (name === "感恩节") expect(weekdayOf(day)).toBe(4);
    if (/总统日|劳工节|哥伦布日|阵亡|马丁/.test(name)) expect(weekdayOf(day)).toBe(1);
  }
  for (const calendar of ["GB", "EU", "HK"] as const) {
    for (const [day, name] of Object.entries(BANK_CALENDARS[calendar].holidays)) {
      if (name === "复活节星期一") expect(weekdayOf(day)).toBe(1);
      if (name === "耶稣受难日") expect(weekdayOf(day)).toBe(5);
    }
  }
});

test("banks rest on weekends and holidays, and the mainland works on its shifted weekends", () => {
  expect(isBankingDay("US", "2026-11-26")).toBe(false);
  expect(isBankingDay("US", "2026-11-27")).toBe(true);
  expect(isBankingDay("CN", "2026-11-15")).toBe(false);
  expect(isBankingDay("CN", "2026-10-10")).toBe(true);
  expect(isBankingDay("HK", "2026-10-10")).toBe(false);
  expect(bankHoliday("JP", "2026-11-23")).toBe("勤劳感谢日");
  for (const day of MAINLAND_WORKING_WEEKENDS) expect(weekdayOf(day)).toBeGreaterThan(5);
});

test("marketplaces pay by their own rhythm", () => {
  const rule = (platform: string) => PAYOUT_DAYS.find((row) => row.platform === platform)!.rule;
  expect(isPayoutDay(rule("amazon"), "2026-01-20")).toBe(true);
  expect(isPayoutDay(rule("amazon"), "2026-01-13")).toBe(false);
  expect(isPayoutDay(rule("shopify"), "2026-11-18")).toBe(true);
  expect(isPayoutDay(rule("googleplay"), "2026-12-15")).toBe(true);
});

test("shopping days move with the calendar", () => {
  expect(shoppingFestivals("2026-11-27")).toEqual(["黑色星期五"]);
  expect(shoppingFestivals("2026-11-30")).toEqual(["网络星期一"]);
  expect(shoppingFestivals("2027-11-26")).toEqual(["黑色星期五"]);
  expect(shoppingFestivals("2026-11-11")).toEqual(["双 11"]);
});
