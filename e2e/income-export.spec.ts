import { tellBrowserDatabase } from "@coralhub/testkit";
import { certifiedMerchant } from "./certification-desk-steps.ts";
import { cellsOf, downloadBy } from "./income-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { enterPortal } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";
import { expect, test, type Page } from "./test.ts";

/** Beyond 2,000 rows nobody waits for a file; so many take long enough to be stopped on the way. */
const [FEW, MANY] = [2_400, 60_000];
const LONG_NAME = 900;
/** Tens of thousands of rows that have just been written are counted, for the page as for its file. */
const COUNTING = { timeout: 30_000 };

type Past = { merchantId: string; accountId: string; count: number; reference: string; payer: string };
/** Announced one by one they would take minutes. */
const announce = ({ merchantId, accountId, count, reference, payer }: Past) =>
  tellBrowserDatabase(
    `insert into income (merchant_id, id, receiving_account_id, platform, payer_name, currency, amount_minor, rail,
       rail_reference, state, announced_at, changed_at)
     select $1, gen_random_uuid(), $2, 'COD', $5, 'USD', n, 'sandbox-bank', $4 || n, 'announced',
       now() - n * interval '1 minute', now() from generate_series(1, $3::int) n`,
    [merchantId, accountId, count, reference, payer],
  );

async function startExport(page: Page, format: RegExp): Promise<void> {
  await page.getByRole("button", { name: /^导出(?!记录)/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/会在后台准备/)).toBeVisible();
  await dialog.getByText(format).click();
  await dialog.getByRole("button", { name: "开始导出" }).click();
  await expect(dialog).toBeHidden(COUNTING);
}

test("a long file shows how far it is and can be stopped; one finished elsewhere is announced and taken from its page", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await certifiedMerchant(baseURL!);
  const { account, id } = await boundStore(baseURL!, merchant, "COD", "USD");
  const own = { merchantId: merchant.userId, accountId: account.id };
  await announce({ ...own, count: FEW, reference: `F${id}`, payer: "SLOW BUYERS" });
  await enterPortal(context, merchant);
  await page.goto("/bigIncome/in");
  await waitUntilShown(page);
  await startExport(page, /^CSV/);

  await page.goto("/message");
  // The file is made behind the page, after whatever else waits there.
  await expect(page.getByText("收款明细已导出，2,400 笔")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "下载" }).click();
  await page.waitForURL(/\/bigIncome\/exports$/);
  const ready = page.getByRole("listitem").filter({ hasText: "可下载" });
  await expect(ready).toContainText("2,400 笔");
  await expectWellMade(page);
  const file = await downloadBy(page, () => ready.getByRole("button", { name: /^下载/ }).click());
  expect(cellsOf(file.bytes.toString("utf8"))).toHaveLength(FEW + 1);

  await announce({ ...own, count: MANY, reference: `M${id}`, payer: "X".repeat(LONG_NAME) });
  await page.goto("/bigIncome/in");
  await waitUntilShown(page, COUNTING);
  await startExport(page, /^Excel/);
  const work = page.getByRole("group", { name: /^正在导出/ });
  await expect(work).toContainText(/笔/);
  await expect(work.getByRole("progressbar")).toBeVisible();
  await work.getByRole("button", { name: "取消导出" }).click();
  await expect(work).toBeHidden();
  await page.getByRole("link", { name: "导出记录" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "已取消" })).toBeVisible();
  // Nothing is said of what its owner stopped.
  await page.goto("/message");
  await expect(page.getByText(/^收款明细/)).toHaveCount(1);
});
