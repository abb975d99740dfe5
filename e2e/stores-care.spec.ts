import { expect, test } from "./test.ts";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { choose } from "./console-steps.ts";
import { ownAmount, payIn } from "./income-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { enterPortal } from "./portal-steps.ts";
import { boundStore, fillStep, fromMenu, handInStore, newStore, receiptOf, rowOf, storeOf } from "./stores-steps.ts";
import { goOn } from "./wizard-steps.ts";

test("stores are named, remarked, put away and found, moved to a fitting account, and not removed while money is there", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  const [shop, fitting, other] = await Promise.all([
    boundStore(baseURL!, merchant, "COD", "USD"),
    boundStore(baseURL!, merchant, "COD", "SGD"),
    boundStore(baseURL!, merchant, "THAILAND_COD", "THB"),
  ]);
  await payIn(baseURL!, shop.account.accountNumber!, ownAmount("USD"));
  await page.goto("/shopManage");
  await waitUntilShown(page);

  const name = `${shop.name} 新`;
  const dialog = page.getByRole("dialog");
  await fromMenu(page, shop.name, "改名");
  await dialog.getByLabel("店铺名称").fill(name);
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await fromMenu(page, name, "备注");
  await dialog.getByLabel("备注，只有您能看到").fill("老店，勿动");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(rowOf(page, name)).toContainText("老店，勿动");

  await fromMenu(page, name, "隐藏此店铺");
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.getByRole("button", { name: "显示范围", exact: true }).click();
  await page.getByRole("checkbox", { name: "已隐藏" }).check();
  await page.keyboard.press("Escape");
  await fromMenu(page, name, "重新显示");
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.goto("/shopManage");
  await waitUntilShown(page);

  await fromMenu(page, name, /移除店铺/);
  await expect(dialog.getByText(/收款账户里还有 USD/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "移除店铺" })).toBeDisabled();
  await expectWellMade(page);
  await dialog.getByRole("button", { name: "取消" }).click();

  await fromMenu(page, name, "更换收款账户");
  const tail = (store: typeof shop) => store.account.accountNumber!.slice(-4);
  await expect(dialog.getByRole("radio")).toHaveCount(1);
  await expect(dialog).not.toContainText(tail(other));
  await dialog.getByRole("radio", { name: new RegExp(tail(fitting)) }).check();
  await dialog.getByRole("button", { name: "更换", exact: true }).click();
  await expect(rowOf(page, name)).toContainText(tail(fitting));
  await expect(rowOf(page, name)).toContainText("与 1 家共用");
});

test("another store is added under an account that is there", async ({ context, page, baseURL }) => {
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  const { account, name } = await boundStore(baseURL!, merchant, "COD", "USD");
  const added = newStore("ETSY");
  await page.goto("/multipleStores/storesAccount");
  const panel = page.getByRole("region", { name: new RegExp(account.accountNumber!.slice(-4)) });
  await expect(panel).toContainText(name);
  await panel.getByRole("link", { name: "添加店铺" }).click();
  await page.waitForURL(/\/multipleStores\/addStore\?account=/);
  await choose(page.getByRole("combobox", { name: "平台" }), "Etsy", "Etsy");
  await fillStep(page, added.platform, "shop", added.answers);
  await expectWellMade(page);
  await page.getByRole("button", { name: "提交 1 家" }).click();
  await page.waitForURL(/\/shopManage$/);
  await expect(rowOf(page, added.name)).toContainText("待审核");
});

test("a bound shop moves to another address, and a store handed in under the wrong platform to the right one", async ({
  context,
  page,
  baseURL,
}) => {
  const merchant = await certifiedMerchant(baseURL!);
  await enterPortal(context, merchant);
  const [shop, misplaced] = await Promise.all([
    boundStore(baseURL!, merchant, "ETSY", "USD"),
    handInStore(baseURL!, merchant, "COD", "USD"),
  ]);
  await page.goto("/shopManage");
  await waitUntilShown(page);

  const dialog = page.getByRole("dialog");
  await fromMenu(page, shop.name, "更换店铺链接");
  const address = dialog.getByRole("textbox");
  await expect(address).toHaveValue(/^https:/);
  await address.fill("https://www.ebay.com/usr/nanyu");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByText("这不是 Etsy 的地址")).toBeVisible();
  const moved = newStore("ETSY").answers["url"]!;
  await address.fill(moved);
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, shop.name)).toContainText("待审核");
  expect(await storeOf(baseURL!, merchant, shop.id)).toMatchObject({ url: moved });
  // It waits for review again and has its account already: its platform is not offered for change.
  const row = rowOf(page, shop.name);
  await row.getByRole("button", { name: `${shop.name} 的更多操作` }).click();
  await expect(row.getByRole("button", { name: /移除店铺/ })).toBeVisible();
  expect(await row.getByRole("button", { name: "换到其他平台" }).count()).toBe(0);
  await page.keyboard.press("Escape");

  await fromMenu(page, misplaced.name, "换到其他平台");
  await choose(dialog.getByRole("combobox", { name: "换到" }), "SF", "SF");
  await dialog.getByRole("button", { name: "换平台" }).click();
  await expect(dialog.getByText("新平台还需要一些资料")).toBeVisible();
  await dialog.getByRole("button", { name: "去补填" }).click();
  await expect(page.getByText("换到 SF，还需要一些资料")).toBeVisible();
  const { platform, answers } = newStore("SF");
  const { sellerId, expectCurrency } = answers;
  await fillStep(page, platform, "shop", { sellerId: sellerId! });
  await goOn(page);
  await fillStep(page, platform, "account", { expectCurrency: expectCurrency! });
  await goOn(page);
  await page.getByRole("button", { name: "重新提交审核" }).click();
  const id = await receiptOf(page);
  // The form that is being left does not take the receipt's address for a platform.
  expect(await page.getByText("没有这个平台").count()).toBe(0);
  await expect(page.getByText(misplaced.name)).toBeVisible();
  expect(await storeOf(baseURL!, merchant, id)).toMatchObject({ name: misplaced.name, platformCode: "SF" });
});
