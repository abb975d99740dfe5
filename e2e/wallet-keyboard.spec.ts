import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import type { Locator, Page } from "@playwright/test";
import { fillWallet, openMarkets } from "./money-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { certifiedAs, codeAfter, codeButtonOf, enterPortal, sandbox } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const MOST_STOPS = 80;

/** As a hand without a mouse: from stop to stop, until it stands there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  const isThere = () => wanted.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < MOST_STOPS && !(await isThere()); stops++) await page.keyboard.press("Tab");
  await expect(wanted).toBeFocused();
}

test("exchanged, looked up and sent to another merchant with the keyboard alone @phone", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  await openMarkets(baseURL!);
  const payeeName = "宁波键行贸易有限公司";
  const [merchant, payee] = [
    await certifiedAs(baseURL!, "深圳键走科技有限公司", "mainland"),
    await certifiedAs(baseURL!, payeeName, "mainland"),
  ];
  await fillWallet(baseURL!, merchant.userId, "500.00");
  await fillWallet(baseURL!, payee.userId, "1.00");
  const { number } = await createCall(baseURL!)(ALL_ENDPOINTS.wallets.walletOverview, {}, payee);
  await enterPortal(context, merchant);

  await page.goto("/moreToken/exchange?sell=USD&buy=EUR");
  await tabTo(page, page.getByLabel("卖出", { exact: true }));
  await page.keyboard.type("120");
  await expect(page.getByText("市场中间价", { exact: true })).toBeVisible();
  await waitUntilShown(page);
  await expectWellMade(page);
  await tabTo(page, page.getByRole("button", { name: "换出 USD 120.00" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("换汇完成", { exact: true })).toBeVisible();

  // The chart is also a table, for whoever cannot see it or point at it.
  await page.goto("/moreToken/exchange?sell=USD&buy=EUR");
  await tabTo(page, page.getByRole("button", { name: "查看数据" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("columnheader", { name: "中间价" })).toBeVisible();
  await waitUntilShown(page);
  await expectWellMade(page);
  await page.goto("/moreToken/dealRecord/swap");
  await expect(page.getByText("USD → EUR").first()).toBeVisible();
  await expectWellMade(page);

  await page.goto("/moreToken/transfer?currency=USD");
  await tabTo(page, page.getByLabel("钱包号", { exact: true }));
  await page.keyboard.type(number);
  await tabTo(page, page.getByLabel("认证户名", { exact: true }));
  await page.keyboard.insertText(payeeName);
  await tabTo(page, page.getByLabel("转账金额", { exact: true }));
  await page.keyboard.type("10.50");
  await expectWellMade(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(/transfer\?id=/);
  const send = codeButtonOf(page, "短信验证码");
  const code = await codeAfter(sandbox(baseURL), merchant.mobile, async () => {
    await tabTo(page, send);
    await page.keyboard.press("Enter");
  });
  await tabTo(page, page.getByLabel("短信验证码"));
  await page.keyboard.type(code);
  await expectWellMade(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "已到对方钱包" })).toBeVisible();
  await expectWellMade(page);
  await page.goto("/moreToken/dealRecord/outWallet");
  await expect(
    page
      .getByText(/^钱包转账/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expectWellMade(page);
});
