import { expect, test } from "vitest";
import { itemOf, personalCentre, phoneMenu, topMenu } from "./menu.ts";

const names = (items: readonly { name: string }[]) => items.map((item) => item.name);
const TOP = ["首页", "收款账户", "店铺管理", "收支明细", "珊瑚卡", "更多服务"];
const CENTRE = "实名认证 提现账户 基本信息 推荐有礼 修改手机 修改密码 修改邮箱 付款管理 订单管理 优惠券 卖家".split(
  " ",
);
const centre = (openApiUserId: string | null) => personalCentre(openApiUserId).flatMap((group) => names(group.items));

test("the top bar has the specification's six items in its order, and one more for each flag", () => {
  expect(names(topMenu({}))).toEqual(TOP);
  const wallet = ["首页", "多币种钱包", ...TOP.slice(1)];
  expect(names(topMenu({ multiCurrencyWallet: true }))).toEqual(wallet);
  expect(names(topMenu({ personalFinance: true }))).toEqual(TOP.toSpliced(5, 0, "个人理财"));
  expect(names(topMenu({ multiCurrencyWallet: true, personalFinance: true }))).toEqual(
    wallet.toSpliced(6, 0, "个人理财"),
  );
  expect(names(phoneMenu({}))).toEqual(["首页", "收款", "收支", "珊瑚卡", "我的"]);
});

test("the personal centre has eleven items; 开发者 comes with the open-API user id", () => {
  expect(CENTRE).toHaveLength(11);
  expect(centre(null)).toEqual(CENTRE);
  expect(centre("2088000000000001")).toEqual([...CENTRE, "开发者"]);
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
