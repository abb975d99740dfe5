import { expect, test } from "vitest";
import { ageOn, FIELD_CHECKS, isDay, isPrcIdNumber, isUscc } from "./checks.ts";

const TODAY = "2026-11-16";
const check = (name: keyof typeof FIELD_CHECKS, value: string, values: Record<string, string> = {}) =>
  FIELD_CHECKS[name](value, { values, today: TODAY });

test("identity card numbers: every digit counts", () => {
  const good = "11010519491231002X";
  expect(isPrcIdNumber(good)).toBe(true);
  for (let at = 0; at < 17; at++) {
    const wrong = good.slice(0, at) + ((Number(good[at]) + 1) % 10) + good.slice(at + 1);
    expect(isPrcIdNumber(wrong), wrong).toBe(false);
  }
  expect(isPrcIdNumber("110105194913310023")).toBe(false);
  expect(isPrcIdNumber(good.toLowerCase())).toBe(false);
});

test("credit codes: every sign counts, and letters that look like digits are none", () => {
  const good = "91350100M000100Y43";
  expect(isUscc(good)).toBe(true);
  for (let at = 0; at < 18; at++) {
    const wrong = good.slice(0, at) + (good[at] === "7" ? "8" : "7") + good.slice(at + 1);
    expect(isUscc(wrong), wrong).toBe(false);
  }
  expect(isUscc("91350100M000100I43")).toBe(false);
});

test("a holder must be of age today, not tomorrow", () => {
  expect(ageOn("2008-11-16", TODAY)).toBe(18);
  expect(ageOn("2008-11-17", TODAY)).toBe(17);
  expect(check("idNumber", "110105200811170012")).toBeDefined();
  expect(check("idNumber", "E12345678", { certType: "4" })).toBeUndefined();
  expect(check("idNumber", "E12345678", { certType: "1" })).toBeDefined();
});

test("days are days of the calendar", () => {
  expect(["2024-02-29", "2026-02-29", "2026-13-01", "26-01-01", "长期"].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("names, numbers and addresses are taken as people write them", () => {
  expect(["林见南", "阿卜杜拉·买买提", "CHAN TAI MAN", "O'Neill Jr."].map((name) => check("personName", name))).toEqual(
    Array(4).fill(undefined),
  );
  expect(check("personName", "林1")).toBeDefined();
  expect(check("latinName", "Shenzhen Nanyu Technology Co., Ltd.")).toBeUndefined();
  expect(check("latinName", "深圳南屿")).toBeDefined();
  expect(["25", "33.33", "100", "100.00"].map((share) => check("share", share))).toEqual(Array(4).fill(undefined));
  expect(["0", "101", "-1", "1e1", "3.333"].filter((share) => !check("share", share))).toEqual([]);
  expect(check("businessRegistration", "12345678", { dirCountry: "HK" })).toBeUndefined();
  expect(check("businessRegistration", "1234", { dirCountry: "HK" })).toBeDefined();
  expect(check("businessRegistration", "201912345K", { dirCountry: "SG" })).toBeUndefined();
});
