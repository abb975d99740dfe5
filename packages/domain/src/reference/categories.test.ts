import { expect, test } from "vitest";
import { APP_CATEGORIES, EXTENDED_APP_CATEGORIES, GOODS_CATEGORIES, SERVICE_CATEGORIES } from "./categories.ts";
import { COUNTRIES, isCountry } from "./countries.ts";
import { RISK_COUNTRIES, riskLevelOf } from "./risk-countries.ts";

test("categories have the specification's codes and counts", () => {
  expect([GOODS_CATEGORIES[0], GOODS_CATEGORIES.at(-1)]).toEqual([
    { code: 101, name: "服装" },
    { code: 136, name: "其他" },
  ]);
  expect([SERVICE_CATEGORIES[0], SERVICE_CATEGORIES.at(-1)]).toEqual([
    { code: 201, name: "住宿" },
    { code: 210, name: "教育" },
  ]);
  expect([GOODS_CATEGORIES.length, SERVICE_CATEGORIES.length]).toEqual([36, 10]);
  expect([APP_CATEGORIES.length, EXTENDED_APP_CATEGORIES.length]).toEqual([23, 27]);
  expect(EXTENDED_APP_CATEGORIES.slice(23).map(({ name }) => name)).toEqual(["直播", "交友", "聊天", "棋牌"]);
});

test("every country has a Chinese name of its own, and every risk country is one of them", () => {
  const names = Object.values(COUNTRIES);
  expect(names.length).toBeGreaterThan(230);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[\p{Script=Han}·（）()]+$/u.test(name))).toEqual([]);
  expect(RISK_COUNTRIES.every(({ code, name }) => isCountry(code) && name.length > 0)).toBe(true);
  expect([riskLevelOf("KP"), riskLevelOf("YE"), riskLevelOf("CN")]).toEqual(["prohibited", "high", undefined]);
});
