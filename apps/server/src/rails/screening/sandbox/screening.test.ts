import { expect, test } from "vitest";
import { createScreening } from "../index.ts";

const screening = createScreening({ mode: "sandbox", screening: undefined }, { railMode: async () => "normal" });
const listed = async (...names: string[]) =>
  (await screening.screen({ names, countries: [] })).map(({ listed: name }) => name);

test("a listed name is found in any of its spellings, orders and slips", async () => {
  expect(await listed("秦朔风")).toEqual(["秦朔风"]);
  expect(await listed("SHUOFENG, QIN")).toEqual(["Qin Shuofeng"]);
  expect(await listed("Qin Shuofemg")).toEqual(["Qin Shuofeng"]);
  expect(await listed("Víktor Morozov Anatolyevich")).toEqual(["Viktor Anatolyevich Morozov"]);
  expect(await listed("BEIHAI YUANHANG LIMITED")).toEqual(["Beihai Yuanhang Trading Co., Ltd."]);
});

test("ordinary names are left alone", async () => {
  expect(
    await listed("林见南", "秦风", "Qin Feng", "深圳市南屿科技有限公司", "Shenzhen Nanyu Technology Co., Ltd."),
  ).toEqual([]);
});

test("a prohibited country is a hit, and silence is no clearance", async () => {
  expect(await screening.screen({ names: [], countries: ["CN", "KP"] })).toMatchObject([{ listed: "朝鲜" }]);
  const down = createScreening({ mode: "sandbox", screening: undefined }, { railMode: async () => "down" });
  await expect(down.screen({ names: ["林见南"], countries: [] })).rejects.toThrow("do not answer");
});
