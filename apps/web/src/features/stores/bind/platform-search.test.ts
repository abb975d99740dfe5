import { PLATFORMS } from "@coralhub/domain";
import { pinyin } from "pinyin-pro";
import { expect, test } from "vitest";
import { searchPlatforms } from "./platform-search.ts";

const pinyinOf = (text: string) => pinyin(text, { toneType: "none", type: "array", nonZh: "consecutive" });
const found = (typed: string) => searchPlatforms(typed, pinyinOf).map(({ name }) => name);

test.each([
  ["虾皮", "Shopee"],
  ["速卖通", "AliExpress"],
  ["xiapi", "Shopee"],
  ["sumaitong", "AliExpress"],
  ["smt", "AliExpress"],
  ["yamaxun", "Amazon"],
  ["ymx", "Amazon"],
  ["guge", "Google Play"],
  ["Tik Tok", "TikTok Shop"],
  ["google play", "Google Play"],
  ["taiguo", "泰国 COD"],
  ["shunfeng", "SF"],
  ["美客多", "Mercado Libre"],
])("%s finds %s", (typed, name) => {
  expect(found(typed)).toContain(name);
});

test("what begins with the letters comes first", () => {
  expect(found("am")[0]).toBe("Amazon");
  expect(found("ebay")[0]).toBe("eBay");
});

test("nothing typed is everything, nonsense is nothing, and names work before the dictionary is there", () => {
  expect(found("  ")).toHaveLength(PLATFORMS.length);
  expect(found("qqzzxx")).toEqual([]);
  expect(searchPlatforms("虾皮").map(({ name }) => name)).toEqual(["Shopee"]);
});
