import { certifiedMerchant } from "./certification-desk-steps.ts";
import { expect, test } from "./test.ts";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openFlagFor } from "./console-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { demoMerchant, enterPortal, sandbox } from "./portal-steps.ts";

const SCRIPT = fileURLToPath(new URL("../tools/verify-proof.mjs", import.meta.url));

/** A company with a year of money behind it. */
const RICH = "13800000001";

test("the wallet: balances by currency, one account entry by entry, a file, and a proof that holds at home", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await demoMerchant(baseURL!, RICH);
  await enterPortal(context, merchant);
  await page.goto("/moreToken");
  await page.waitForURL(/\/moreToken\/index/);
  await page.goto("/moreToken/curCurrency");
  const bar = page.getByRole("navigation").first().getByRole("link");
  await expect(bar.nth(1)).toHaveText("多币种钱包");
  const currencies = page.getByRole("list", { name: "各币种余额" }).getByRole("button");
  await expect(currencies.first()).toHaveAttribute("aria-pressed", "true");
  expect(await currencies.count()).toBeGreaterThan(1);
  for (const name of ["暂扣，为什么", "处理中"]) await expect(page.getByRole("region", { name })).toBeVisible();
  await expect(page.getByRole("region", { name: "收款方式" }).getByText("钱包号", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^[A-Z]{3} 对账单$/ })).toHaveAttribute("href", /currency=[A-Z]{3}$/);
  await expectWellMade(page);

  await currencies.nth(1).click();
  await expect(currencies.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/account=/);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: /^导出/ }).click();
  const csv = readFileSync(await (await file).path(), "utf8");
  expect(csv.split("\n")[0]).toContain("事由,记账时间,参考号,金额");

  // The newest entries may be of today, which is not sealed yet: the oldest is.
  await page.goto(`${page.url()}&sort=postedAt`);
  await waitUntilShown(page);
  await page.getByRole("row").nth(1).getByText("详情").click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("记账后余额")).toBeVisible();
  await expectWellMade(page);
  const receipt = page.waitForEvent("download");
  await drawer.getByRole("button", { name: "下载凭证" }).click();
  expect(execFileSync(process.execPath, [SCRIPT, await (await receipt).path()], { encoding: "utf8" })).toContain("✓");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/moreToken/curCurrency");
  await expect(currencies.first()).toBeVisible();
  await expectWellMade(page);
});

test("whoever is not in the gray release has neither the item nor the pages", async ({ context, page, baseURL }) => {
  await enterPortal(context, await certifiedMerchant(baseURL!));
  await page.goto("/home");
  await waitUntilShown(page);
  await expect(page.getByRole("navigation").first().getByRole("link", { name: "多币种钱包" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "换汇" })).toHaveCount(0);
  await page.goto("/supplierPaymentWallet");
  await page.waitForURL(/\/404/);
});

test("a merchant without money is told what will be there", async ({ context, page, baseURL }) => {
  const merchant = await sandbox(baseURL).registerMerchant();
  await openFlagFor(baseURL!, "multiCurrencyWallet", merchant);
  await enterPortal(context, merchant);
  await page.goto("/moreToken/index");
  await expect(page.getByText("还没有余额")).toBeVisible();
  await expectWellMade(page);
  await page.goto("/moreToken/curCurrency?currency=EUR");
  await expect(page.getByText("EUR 还没有进出")).toBeVisible();
  await expect(page.getByRole("button", { name: "复制钱包号" })).toBeVisible();
  await expectWellMade(page);
});
