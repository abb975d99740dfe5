import { expect, test } from "vitest";
import {
  platformWritten,
  readStoreHeader,
  readStoreRow,
  STORE_SHEET_TEMPLATE,
  type StoreSheetCells,
} from "./store-sheet.ts";

const under = (header: readonly string[], row: readonly string[]): StoreSheetCells =>
  Object.fromEntries(readStoreHeader(header)!.flatMap((column, at) => (column ? [[column, row[at] ?? ""]] : [])));

test("the template passes its own checks", () => {
  for (const row of STORE_SHEET_TEMPLATE.rows)
    expect(readStoreRow(under(STORE_SHEET_TEMPLATE.header, row)).problems).toEqual({});
});

test("lists of other services and shop managers are read without renaming a column", () => {
  const header = ["店铺名", "平台", "站点", "卖家ID", "店铺链接", "币种", "主要产品", "年销售额", "Note"];
  const row = [
    "Nanyu DE",
    "亚马逊",
    "德国站",
    "A1NANYU",
    "amazon.de/sp?seller=A1NANYU",
    "EUR",
    "灯具",
    "120,000",
    "欧洲",
  ];
  const defaults = { tradeCategory: "101", predictMonthlyIncome: "2", expectAccountName: "NANYU LTD" };
  expect(readStoreRow(under(header, row), defaults)).toMatchObject({
    problems: {},
    store: {
      platform: { code: "AMAZON" },
      answers: { country: "DE", sellerId: "A1NANYU", expectCurrency: "EUR", amazonAnnualSales: "120000" },
      remark: "欧洲",
    },
  });
  expect(platformWritten("Amazon-US")).toMatchObject({ platform: { code: "AMAZON" }, country: "US" });
  expect(platformWritten("亚马逊日本站")).toMatchObject({ platform: { code: "AMAZON" }, country: "JP" });
  expect(platformWritten("没有的平台")).toBeUndefined();
});

test("what is wrong with a row stands under the form's field", () => {
  const { problems } = readStoreRow({ platform: "Walmart", name: "N", url: "https://example.com", country: "火星" });
  expect(Object.keys(problems)).toEqual(expect.arrayContaining(["url", "country", "attach", "expectCurrency"]));
  expect(readStoreRow({ platform: "没有" }).problems).toEqual({
    platform: "没有这个平台，请按「绑定店铺」里的名称填写",
  });
});
