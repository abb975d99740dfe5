import { readFileSync } from "node:fs";
import { openAccounts, ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { demoMerchant, enterPortal } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const RICH = "13800000001";

test("what a platform has announced stands under 待入账 until it is there", async ({ context, page, baseURL }) => {
  const merchant = await demoMerchant(baseURL!, RICH);
  const account = (await openAccounts(baseURL!, merchant)).find(({ currency }) => currency === "USD")!;
  const amount = ownAmount("USD");
  const reference = await payIn(baseURL!, account.accountNumber!, amount, { stage: "announced" });
  await enterPortal(context, merchant);
  await page.goto("/moreToken/dealRecord/preentryWallet");
  const row = page.getByRole("row").filter({ hasText: shown(amount) });
  await expect(row).toContainText("收款");
  await expect(row).toContainText(reference);
  await expectWellMade(page);
  await row.getByRole("link", { name: "收款" }).click();
  await expect(page).toHaveURL(/\/bigIncome\/in\?open=/);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a statement as CSV shows how far it is, is given up at a press, and comes whole the next time", async ({
  context,
  page,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, RICH));
  await page.goto("/bigIncome/statements");
  const counts = page.getByRole("table", { name: "各币种期初、进出和期末" }).locator('td[data-label="笔数"]');
  await expect(counts.first()).toBeVisible();
  const entries = (await counts.allInnerTexts()).reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  // A line so slow that nothing of it has come yet.
  const { promise: given, resolve: give } = Promise.withResolvers<void>();
  await page.route(/query\/statement\/file$/, (route) => given.then(() => route.abort()).catch(() => undefined));
  const csv = page.getByRole("button", { name: "CSV", exact: true });
  await csv.click();
  const bar = page.getByRole("group", { name: "正在生成 CSV" });
  await expect(bar.getByRole("progressbar")).toHaveAttribute("aria-valuemax", String(entries));
  await expect(bar.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "0");
  await bar.getByRole("button", { name: "取消" }).click();
  await expect(bar).toBeHidden();
  await expect(csv).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectWellMade(page);
  give();
  await page.unroute(/query\/statement\/file$/);
  const file = page.waitForEvent("download");
  await csv.click();
  const lines = readFileSync(await (await file).path(), "utf8")
    .trim()
    .split("\n");
  // Other journeys of this merchant may add to the month meanwhile.
  expect(lines.length - 1).toBeGreaterThanOrEqual(entries);
});
