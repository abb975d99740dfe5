import { expect, test } from "vitest";
import { itemOf, personalCentre, phoneMenu, topMenu } from "./menu.ts";

const everything = () => true;
const names = (items: { name: string }[]) => items.map((item) => item.name);

test("the top bar has the specification's order, and the wallet stands second when its flag is on", () => {
  expect(names(topMenu({}, everything))).toEqual(["首页", "收款账户", "店铺管理", "收支明细", "珊瑚卡", "更多服务"]);
  const all = names(topMenu({ multiCurrencyWallet: true, personalFinance: true }, everything));
  expect(all[1]).toBe("多币种钱包");
  expect(all).toContain("个人理财");
});

test("an item without a route is not offered, whatever the flags say", () => {
  const onlyHome = (path: string) => path === "/home";
  expect(names(topMenu({ multiCurrencyWallet: true }, onlyHome))).toEqual(["首页"]);
  expect(names(phoneMenu({}, onlyHome))).toEqual(["首页"]);
  expect(personalCentre({}, onlyHome)).toEqual([]);
});

test("a page below an item, or of its kind, lights that item", () => {
  const items = topMenu({}, everything);
  const lit = (path: string) => itemOf(path, items)?.name;
  expect([
    lit("/bigAccount/details"),
    lit("/bigAccountPoolRecord"),
    lit("/bindshop/amazon"),
    lit("/bigIncome/in"),
    lit("/nav/myNumber"),
  ]).toEqual(["收款账户", "收款账户", "店铺管理", "收支明细", undefined]);
});

test("what the portal offers today leads somewhere", () => {
  expect(names(topMenu({}))).toEqual(expect.arrayContaining(["首页", "收款账户", "收支明细"]));
  expect(personalCentre({}).flatMap((group) => names(group.items))).toContain("修改密码");
});
