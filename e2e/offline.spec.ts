import { demoMerchant, enterPortal } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

test("without a line a list says so and shows no other rows than its filter's; with the line everything is back", async ({
  context,
  page,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, "13800000001"));
  await page.goto("/bigIncome/in");
  const rows = page.getByRole("row").filter({ hasText: /USD|EUR|GBP|JPY|HKD/ });
  await expect(rows.first()).toBeVisible();
  await context.setOffline(true);
  await page
    .getByRole("group", { name: "按状态看" })
    .getByRole("button", { name: /^已入账/ })
    .click();
  await expect(page.getByText(/^没能取到/).first()).toBeVisible();
  await expect(rows).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(/^没能取到/)).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
});

test("without a line the sums of 收支明细 are not those of another month, and come back together with its rows", async ({
  context,
  page,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, "13800000001"));
  await page.goto("/bigIncome/all");
  const sums = page.getByRole("list", { name: "合计" });
  const rows = page.getByRole("row").filter({ hasText: /USD|EUR|GBP|JPY|HKD/ });
  await expect(sums.getByRole("listitem").first()).toBeVisible();
  await expect(rows.first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "上月" }).click();
  await expect(page.getByText("合计暂时取不到，请重试")).toBeVisible();
  await expect(page.getByText(/^没能取到/).first()).toBeVisible();
  await expect(sums).toBeHidden();
  await expect(rows).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText("合计暂时取不到，请重试")).toHaveCount(0);
  await expect(sums.getByRole("listitem").first()).toBeVisible();
  await expect(rows.first()).toBeVisible();
});
