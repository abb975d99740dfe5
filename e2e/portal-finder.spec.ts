import { expectWellMade } from "./page-health.ts";
import { demoMerchant, enterPortal } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

test("Ctrl K: a page by its reading, a card by its name, a payment by its amount; the same by hand on a phone", async ({
  context,
  page,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, "13800000001"));
  await page.goto("/message");
  const field = page.getByRole("combobox", { name: /^搜索页面/ });
  const ask = async (text: string) => {
    await expect(page.getByRole("button", { name: "搜索" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await field.fill(text);
  };
  await ask("tixian");
  await expect(page.getByRole("option", { name: /提现到银行/ })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();

  await ask("Google Ads");
  const card = page.getByRole("option", { name: /Google Ads 北美/ });
  await expect(card).toBeVisible();
  await card.click();
  await expect(page).toHaveURL(/\/vcc\?card=/);

  await ask("20,000.00");
  await expect(page.getByRole("option", { name: /招商银行/ }).first()).toBeVisible();
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/bigIncome\/out\?open=/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/message");
  await page.getByRole("button", { name: "搜索" }).click();
  await field.fill("珊瑚卡");
  await expectWellMade(page);
  await page.getByRole("option", { name: "操作 申请珊瑚卡" }).click();
  await expect(page).toHaveURL(/\/vcc\/apply$/);
});
