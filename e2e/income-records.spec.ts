import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { expect, test } from "./test.ts";
import { pressTwice } from "./broken-line-steps.ts";
import { cellsOf, downloadBy, openAccounts, ownAmount, payIn, shown } from "./income-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { demoMerchant, enterPortal, sandbox } from "./portal-steps.ts";
import { boundStore } from "./stores-steps.ts";

const { exports } = ALL_ENDPOINTS;
const SELLER = "13800000001";
const BIG_CUSTOMER = "13800000004";
/** Where a page of amounts, digits only, stands in the table. */
const DIGITS = "td.cell-money .money-digits";

test("what is exported is what is on the screen, and a filter can be kept", async ({ context, page, baseURL }) => {
  await enterPortal(context, await demoMerchant(baseURL!, SELLER));
  await page.goto("/bigIncome/in?currency=GBP&state=credited&size=100");
  await waitUntilShown(page);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const amounts = (await page.locator(DIGITS).allTextContents()).map((text) => text.replaceAll(/[+,]/g, ""));
  expect(amounts.length).toBeGreaterThan(5);

  await page.getByRole("button", { name: /^导出/ }).click();
  const dialog = page.getByRole("dialog");
  const csv = await downloadBy(page, () => dialog.getByRole("button", { name: "导出并下载" }).click());
  const [head, ...rows] = cellsOf(csv.bytes.toString("utf8"));
  const at = head!.indexOf("金额");
  expect(rows.map((cells) => cells[at])).toEqual(amounts);
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: /^导出/ }).click();
  await dialog.getByText(/^Excel/).click();
  const excel = await downloadBy(page, () => dialog.getByRole("button", { name: "导出并下载" }).click());
  expect([excel.name.endsWith(".xlsx"), excel.bytes.subarray(0, 2).toString()]).toEqual([true, "PK"]);
  await expect(dialog).toBeHidden();

  const name = `英镑 ${Date.now()}`;
  await page.getByRole("button", { name: "常用筛选" }).click();
  await page.getByRole("button", { name: "保存当前筛选" }).click();
  await dialog.getByLabel("名称").fill(name);
  await dialog.getByRole("button", { name: "保存筛选" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/bigIncome/in");
  await page.getByRole("button", { name: "常用筛选" }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page).toHaveURL(/currency=GBP/);
  await expect(page.getByRole("button", { name: /^已入账/ })).toHaveAttribute("aria-pressed", "true");
});

test("a file that takes long waits in the corner until it is taken", async ({ context, page, baseURL }) => {
  const merchant = await demoMerchant(baseURL!, SELLER);
  // In euros: what others pay this merchant meanwhile is not in the file.
  const filters = { currency: ["EUR" as const] };
  await createCall(baseURL!)(exports.startExport, { filters, format: "csv" }, merchant);
  await enterPortal(context, merchant);
  await page.goto("/bigIncome/in?currency=EUR");
  await waitUntilShown(page);
  const total = /\d+/.exec(await page.locator(".pager-total").innerText())![0];
  const corner = page.getByRole("status").filter({ hasText: `导出好了，${total} 笔收入` });
  // The file is made behind the page, after whatever else waits there.
  await expect(corner).toBeVisible({ timeout: 30_000 });
  await expectWellMade(page);
  const file = await downloadBy(page, () => corner.getByRole("button", { name: "下载" }).click());
  expect(cellsOf(file.bytes.toString("utf8"))).toHaveLength(Number(total) + 1);
  await expect(corner).toBeHidden();
});

test("a receiving account: what to paste, a letter for the platform, every entry, and a statement that adds up @phone", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const merchant = await demoMerchant(baseURL!, SELLER);
  const [account] = await openAccounts(baseURL!, merchant);
  await enterPortal(context, merchant);
  await page.goto("/bigAccount");
  await page.waitForURL(/\/bigAccount\/account$/);
  await waitUntilShown(page);
  await page.getByRole("button", { name: `复制账号 ${account!.accountNumber!}` }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe(account!.accountNumber);
  await expectWellMade(page);

  await page.goto(`/bigAccount/details?id=${account!.id}`);
  await waitUntilShown(page);
  await page.getByRole("button", { name: "复制全部" }).click();
  await expect(page.getByText("已复制全部资料")).toBeVisible();
  const pasted = (await clipboard()).split("\n");
  expect(pasted.length).toBeGreaterThan(3);
  expect(pasted.join()).toContain(account!.accountNumber!);
  await page.getByRole("button", { name: "账户证明" }).click();
  const letter = await downloadBy(page, () => page.getByRole("button", { name: "不写明店铺", exact: true }).click());
  expect(letter.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  await page.getByRole("button", { name: "账户证明" }).click();
  const inEnglish = () => page.getByRole("button", { name: "英文版，不写明店铺" }).click();
  const englishLetter = await downloadBy(page, inEnglish);
  expect(englishLetter.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(englishLetter.bytes.equals(letter.bytes)).toBe(false);
  await expectWellMade(page);

  await page.getByRole("button", { name: "账目明细" }).click();
  await expect(page).toHaveURL(/tab=entries/);
  await waitUntilShown(page);
  await expectWellMade(page);

  await page.getByRole("button", { name: "月结单" }).click();
  await expect(page.getByText("期末余额")).toBeVisible();
  await waitUntilShown(page);
  const figures = await page.locator(".statement .money-digits").allTextContents();
  const amounts = figures.map((text) => BigInt(text.replaceAll(/[+,.]/g, "").replace("\u2212", "-")));
  expect(amounts.length).toBeGreaterThanOrEqual(4);
  const closing = amounts.pop();
  expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(closing);
  const statement = await downloadBy(page, () => page.getByRole("button", { name: "下载 PDF" }).click());
  expect(statement.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  // Both buttons are at work until the first paper is saved, and take no press meanwhile.
  await expect(page.locator(".ant-btn-loading")).toHaveCount(0);
  const english = await downloadBy(page, () => page.getByRole("button", { name: "英文版", exact: true }).click());
  expect(english.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(english.bytes.equals(statement.bytes)).toBe(false);
  await expectWellMade(page);
});

test("a big customer brings two accounts together: looked at, confirmed, on record", async ({
  context,
  page,
  baseURL,
}) => {
  test.slow();
  const merchant = await demoMerchant(baseURL!, BIG_CUSTOMER);
  // The first one collects from Amazon, and what is paid out from there must be Amazon's own.
  const [, target] = (await openAccounts(baseURL!, merchant)).filter(({ currency }) => currency === "USD");
  const { account: source } = await boundStore(baseURL!, merchant, "COD", "USD");
  const amount = ownAmount("USD");
  await payIn(baseURL!, source.accountNumber!, amount);
  const arrived = async () =>
    (await openAccounts(baseURL!, merchant)).find(({ id }) => id === source.id)?.available.minor;
  await expect.poll(arrived).toBe(amount.minor);

  await enterPortal(context, merchant);
  await page.goto("/bigAccountPoolRecord");
  await waitUntilShown(page);
  await page.getByRole("button", { name: "资金归集", exact: true }).click();
  await page.getByRole("radio", { name: written(target!.accountNumber!) }).check();
  await page.getByRole("checkbox", { name: written(source.accountNumber!) }).check();
  await expectWellMade(page);
  await page.getByRole("button", { name: new RegExp(`试算.*${shown(amount)}`) }).click();
  await expect(page.getByRole("heading", { name: "确认归集" })).toBeVisible();
  await expectWellMade(page);
  const confirm = page.getByRole("button", { name: new RegExp(`确认归集.*${shown(amount)}`) });
  await pressTwice(page, ALL_ENDPOINTS.pooling.confirmPooling, confirm);
  await expect(page.getByRole("heading", { name: "已归集" })).toBeVisible();

  await page.getByRole("button", { name: "查看归集记录" }).click();
  const row = page.getByRole("row").filter({ hasText: shown(amount) });
  await expect(row).toContainText("已归集");
  await row.getByRole("button", { name: "详情" }).click();
  await expect(page.getByRole("dialog").getByText("归集后")).toBeVisible();
  await page.keyboard.press("Escape");
  const file = await downloadBy(page, () => page.getByRole("button", { name: /^导出/ }).click());
  expect(file.bytes.toString("utf8")).toContain(shown(amount).replaceAll(",", ""));
});

/** A number as pages write it, in groups. */
const written = (number: string): RegExp => new RegExp(number.split("").join("\\s?"));

test("who is new is told what to do first, on every page about money @phone", async ({ context, page, baseURL }) => {
  await enterPortal(context, await sandbox(baseURL).registerMerchant());
  await page.goto("/bigAccount/account");
  await page.waitForURL(/\/bigAccount\/accountNone$/);
  await expect(page.getByText("完成认证后开通收款账户")).toBeVisible();
  await expectWellMade(page);
  await page.goto("/bigIncome/in");
  await expect(page.getByText("还没有收入")).toBeVisible();
  await expectWellMade(page);
  await page.goto("/bigAccountPoolRecord");
  await expect(page.getByText("完成大客户认证后可以归集资金")).toBeVisible();
  await expectWellMade(page);
  await page.goto("/home");
  await page.getByRole("link", { name: "选择平台" }).click();
  await page.waitForURL(/\/bindshop$/);
});

test("the list and an explained hold on a phone @phone", async ({ context, page, baseURL, isMobile }) => {
  await enterPortal(context, await demoMerchant(baseURL!, SELLER));
  await page.goto("/bigIncome/in");
  await waitUntilShown(page);
  const tabs = page.getByRole("group", { name: "按状态看" });
  await tabs.getByRole("button", { name: /^待处理/ }).click();
  await page.waitForURL(/state=/);
  await waitUntilShown(page);
  await expectWellMade(page);
  await page.getByText("NORTHBRIDGE LTD").first().click();
  await expect(page.getByRole("dialog").getByText("为什么")).toBeVisible();
  await expectWellMade(page);

  // A shop says whether it is connected; the one thing to do stays in reach, as wide as the window.
  await page.goto("/shopManage");
  await waitUntilShown(page);
  await expect(page.getByRole(isMobile ? "listitem" : "row").filter({ hasText: "NANYU Living" })).toContainText(
    "即将到期",
  );
  const bind = page.getByRole("main").getByRole("button", { name: "绑定店铺" });
  await expect(bind).toBeVisible();
  if (isMobile) {
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(bind).toBeInViewport({ ratio: 1 });
    expect((await bind.boundingBox())!.width).toBeGreaterThan(page.viewportSize()!.width * 0.9);
  }
  await expectWellMade(page);
});
