import { ALL_ENDPOINTS } from "@coralhub/contract";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { enterConsole } from "./console-steps.ts";
import { openMarkets } from "./money-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { codeAfter, demoMerchant, enterPortal, fillCode, forgetUsedCodes, sandbox, sendCode } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const { wallets } = ALL_ENDPOINTS;
const RICH = "13800000001";

test("from a receiving account into the wallet, exchanged at the quoted price, and found again in the lists", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  await openMarkets(baseURL!);
  const merchant = await demoMerchant(baseURL!, RICH);
  await enterPortal(context, merchant);
  await page.goto("/moreToken/index");
  await expect(page.getByRole("heading", { name: "多币种钱包" })).toBeVisible();
  await page.getByRole("button", { name: "从收款账户转入" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("转入金额").fill("500");
  await expect(dialog.getByText("自己账户之间，不收费")).toBeVisible();
  await dialog.getByRole("button", { name: /^转入/ }).click();
  await expectWellMade(page);
  // Back and forth: what was typed is still there.
  await dialog.getByRole("button", { name: "返回修改" }).click();
  await expect(dialog.getByLabel("转入金额")).toHaveValue("500");
  await dialog.getByRole("button", { name: /^转入/ }).click();
  await breakCode(page, baseURL, RICH, wallets.sendFundingCode);
  await pressTwice(page, wallets.fundWallet, dialog.getByRole("button", { name: /^转入/ }));
  await expect(page.getByRole("heading", { name: "已转入钱包" })).toBeVisible();
  await expectWellMade(page);
  const receipt = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载回单" }).click();
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/);

  await page.goto("/moreToken/exchange?sell=USD&buy=CNY");
  await page.getByLabel("卖出", { exact: true }).fill("120");
  await expect(page.getByText("市场中间价", { exact: true })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: /^换出/ }).click();
  await expect(page.getByText("换汇完成", { exact: true })).toBeVisible();

  await page.goto("/moreToken/dealRecord/swap");
  await expect(page.getByText("USD → CNY").first()).toBeVisible();
  // It is one of the wallet's records, and leads back to the others.
  await expect(page.getByRole("radio", { name: "换汇" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "出账" })).toBeAttached();
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
});

test("from the wallet to the own bank account: chosen in the wallet, a code, and its way to the bank", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const driver = sandbox(baseURL);
  const merchant = await demoMerchant(baseURL!, RICH);
  await forgetUsedCodes(merchant.userId);
  await enterPortal(context, merchant);
  await page.goto("/moreToken/index");
  await page.getByRole("button", { name: "从收款账户转入" }).first().click();
  const dialog = page.getByRole("dialog");
  const goOnWith = async (amount: string) => {
    await dialog.getByLabel("转入金额").fill(amount);
    await dialog.getByRole("button", { name: /^转入/ }).click();
  };
  await goOnWith("300");
  const code = await codeAfter(driver, RICH, () => sendCode(page, "短信验证码"));
  await expect(dialog.getByText(/秒后可重发/)).toBeVisible();
  // Whoever goes back and wants another amount needs another code; this one stays good for what it was sent for.
  await dialog.getByRole("button", { name: "返回修改" }).click();
  await goOnWith("310");
  await expect(dialog.getByText("账户或金额已改，需要新的验证码")).toBeVisible();
  await dialog.getByRole("button", { name: "返回修改" }).click();
  await goOnWith("300");
  await dialog.getByLabel("短信验证码").fill(code);
  await dialog.getByRole("button", { name: /^转入/ }).click();
  await expect(page.getByRole("heading", { name: "已转入钱包" })).toBeVisible();
  await page.getByRole("button", { name: "回到钱包" }).click();
  await page.getByRole("button", { name: "美元的更多操作" }).click();
  await page.getByRole("link", { name: "提现", exact: true }).last().click();
  await page.waitForURL(/multiCurrencyWithdraw\?account=wallet/);
  await expect(page.getByRole("radio", { name: /^钱包 USD/ })).toBeChecked();
  await page.getByRole("textbox", { name: "金额" }).fill("120");
  await expect(page.getByRole("row", { name: /什么时候/ })).toBeVisible();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.waitForURL(/submitPayment\?id=/);
  await fillCode(page, driver, "短信验证码", RICH);
  await expect(page.getByText(/秒后可重发/)).toBeVisible();
  await page.getByRole("button", { name: /^确认提现/ }).click();
  await expect(page.getByText("钱包 USD").first()).toBeVisible();
  // What this merchant has paid within a day decides whether somebody looks first.
  await expect(page.getByRole("heading", { name: /^(提现已提交|已完成|待审批)$/ })).toBeVisible();

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      "/bigPaymentWallet",
      "/supplierWallet",
      "/addSupplierWallet",
      "/supplierPaymentWallet",
      "/serviceTransferWallet",
    ]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectWellMade(page);
    }
  }
});

test("finance sees position, rates, limits and records, and proposes another limit with its reason", async ({
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
  await expect(page.getByText("已提交：停用立即生效，其他调整等待另一位财务复核")).toBeVisible();
  for (const path of ["/ops/exchange/rates", "/ops/exchange/records"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectWellMade(page);
  }
});

test("finance sees the wallets of all merchants, a transfer with both sides, and one wallet by its number", async ({
  page,
  baseURL,
}) => {
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/wallets");
  await expect(page.getByRole("region", { name: "全部商户的余额" }).getByText("USD").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "钱包号" }).fill("123");
  await page.getByRole("button", { name: "查看", exact: true }).click();
  await expect(page.getByText("钱包号是 12 位数字，请核对")).toBeVisible();
  await expectWellMade(page);
  await page.goto("/ops/wallets/transfers");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectWellMade(page);
});
