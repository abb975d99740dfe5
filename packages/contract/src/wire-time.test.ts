import { expect, test } from "vitest";
import { dayOrTime } from "./list.ts";
import { wireDay, wireMonth, wireTime } from "./wire-time.ts";

test("days, months and moments no calendar reckons with are refused, wherever they are asked for", () => {
  for (const year of ["0000", "0001", "0999", "1899", "2200", "9999"]) {
    expect(wireDay.safeParse(`${year}-12-31`).success, year).toBe(false);
    expect(dayOrTime.safeParse(`${year}-12-31`).success, year).toBe(false);
    expect(dayOrTime.safeParse(`${year}-12-31 23:59:59`).success, year).toBe(false);
    expect(wireTime.safeParse(`${year}-12-31 23:59:59`).success, year).toBe(false);
    expect(wireMonth.safeParse(`${year}-12`).success, year).toBe(false);
  }
  expect(wireDay.parse("1900-01-01")).toBe("1900-01-01");
  expect(dayOrTime.parse("2199-12-31 23:59:59")).toBe("2199-12-31 23:59:59");
  expect(wireTime.parse("2026-11-15 09:30:00")).toEqual(new Date("2026-11-15T01:30:00Z"));
  expect(wireMonth.parse("2026-11")).toBe("2026-11");
});
