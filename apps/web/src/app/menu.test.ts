import { expect, test } from "vitest";
import { itemOf, personalCentre, phoneMenu, topMenu } from "./menu.ts";

const names = (items: readonly { name: string }[]) => items.map((item) => item.name);
const EVERY_FLAG = { multiCurrencyWallet: true, personalFinance: true };
const TOP = ["首页", "多币种钱包", "收款账户", "店铺管理", "收支明细", "珊瑚卡", "个人理财", "更多服务"];
const CENTRE =
  "实名认证 提现账户 基本信息 推荐有礼 修改手机 修改密码 修改邮箱 付款管理 订单管理 优惠券 卖家 开发者".split(" ");

test("the bars have the specification's words in its order, and the wallet stands second when its flag is on", () => {
  const top = names(topMenu(EVERY_FLAG));
  expect(top).toEqual(TOP.filter((name) => top.includes(name)));
  expect(top[1]).toBe("多币种钱包");
  expect(names(topMenu({}))).not.toContain("多币种钱包");
  expect(names(topMenu({}))).not.toContain("个人理财");
  const centre = personalCentre({}).flatMap((group) => names(group.items));
  expect(centre).toEqual(CENTRE.filter((name) => centre.includes(name)));
  expect(names(phoneMenu({})).at(-1)).toBe("我的");
});

test("a page below an item, or of its kind, lights that item", () => {
  const items = topMenu({});
  const lit = (path: string) => itemOf(path, items)?.name;
  expect([
    lit("/bigAccount/details"),
    lit("/bigAccountPoolRecord"),
    lit("/bindshop/amazon"),
    lit("/bigIncome/in"),
    lit("/bigIncome/out"),
    lit("/nav/myNumber"),
  ]).toEqual(["收款账户", "收款账户", "店铺管理", "收支明细", "收支明细", undefined]);
});
