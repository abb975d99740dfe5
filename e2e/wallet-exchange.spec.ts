import { createClient, exchangeEndpoints } from "@coralhub/contract";
import { ALWAYS_OPEN } from "@coralhub/domain";
import { adminCalls, enterConsole, operatorToken } from "./console-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { demoMerchant, enterPortal } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const RICH = "13800000001";

const open = async (baseURL: string, merchantIds: string[]) =>
  (await adminCalls(baseURL)).changeFlag({
    flag: "multiCurrencyWallet",
    mode: merchantIds.length > 0 ? "list" : "off",
    percentage: 0,
    merchantIds,
    reason: "试用",
  });

/** Journeys run at any hour. */
async function openMarkets(baseURL: string): Promise<void> {
  const token = await operatorToken(baseURL, "finance");
  const { setFxHours } = createClient(exchangeEndpoints, {
    fetch,
    origin: () => baseURL,
    token: () => token,
    systemType: "E2E",
    newKey: () => crypto.randomUUID(),
  });
  for (const market of ["onshore", "global"] as const) {
    await setFxHours({ market, hours: [...ALWAYS_OPEN], keepsHolidays: false, reason: "试用" });
  }
}

test("from a receiving account into the wallet, exchanged at the quoted price, and found again in the lists", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  await openMarkets(baseURL!);
  const merchant = await demoMerchant(baseURL!, RICH);
  await open(baseURL!, [merchant.userId]);
  await enterPortal(context, merchant);
  await page.goto("/moreToken/index");
  await expect(page.getByRole("heading", { name: "多币种钱包" })).toBeVisible();
  await page.getByRole("button", { name: "从收款账户转入" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("转入金额").fill("500");
  await dialog.getByRole("button", { name: /^转入/ }).click();
  await expect(page.getByText("已转入钱包")).toBeVisible();
  await expectWellMade(page);

  await page.goto("/moreToken/exchange?sell=USD&buy=CNY");
  await page.getByLabel("卖出", { exact: true }).fill("120");
  await expect(page.getByText("市场中间价", { exact: true })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: /^换出/ }).click();
  await expect(page.getByText("换汇完成", { exact: true })).toBeVisible();

  await page.goto("/moreToken/dealRecord/swap");
  await expect(page.getByText("USD → CNY").first()).toBeVisible();
  await expectWellMade(page);
  await page.goto("/bigIncome/all");
  await expect(page.getByText("转入钱包").first()).toBeVisible();
  await expectWellMade(page);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/moreToken/index", "/moreToken/exchange", "/moreToken/accountManage", "/bigIncome/all"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectWellMade(page);
  }
  await open(baseURL!, []);
});

test("finance sees position, rates, limits and records, and changes a limit with its reason", async ({
  page,
  baseURL,
}) => {
  test.slow();
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/exchange");
  await expect(page.getByRole("heading", { name: "外汇头寸" })).toBeVisible();
  await expectWellMade(page);
  await page.goto("/ops/exchange/limits");
  await page.getByRole("button", { name: "调整 USD 换 JPY" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("单笔最多").fill("400000");
  await drawer.getByLabel("原因").fill("季度额度调整");
  await drawer.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("已保存，立即生效")).toBeVisible();
  for (const path of ["/ops/exchange/rates", "/ops/exchange/records"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectWellMade(page);
  }
});
