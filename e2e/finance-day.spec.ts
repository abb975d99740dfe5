import { fullPath, payoutEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { enterConsole, expectToast, operatorToken } from "./console-steps.ts";
import { expectWellMade, waitUntilShown } from "./page-health.ts";
import { demoMerchant, enterPortal, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const RICH = "13800000001";
/** Two large withdrawals of its wait at the desk. */
const BIG_CUSTOMER = "13800000004";

test("a finance person's day: the points of today, the month's archive, receipts of what is ticked, one that is none", async ({
  context,
  page,
  browser,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, RICH));
  await page.goto("/home");
  await waitUntilShown(page);
  const points = page.locator(".panel", { has: page.getByRole("heading", { name: "今日要点" }) });
  for (const words of ["全部资金", "今日汇率", "本周到账", "本月费用", "待复核"])
    await expect(points).toContainText(words);
  await expect(points).toContainText(/中间价 \d\.\d{4}，加点 0\.3%/);
  await expectWellMade(page);
  await points.getByRole("link", { name: "设置汇率提醒" }).click();
  const reminder = page.getByRole("dialog").filter({ hasText: "等更好的价" });
  await expect(reminder.getByRole("radio", { name: "汇率提醒" })).toBeChecked();
  await expect(reminder.getByLabel("中间价到")).toBeVisible();

  await page.goto("/bigIncome/statements");
  const archive = page.waitForEvent("download");
  await page.getByRole("button", { name: /对账包$/ }).click();
  expect((await archive).suggestedFilename()).toMatch(/^对账包-\d{4}-\d{2}-未结束\.zip$/);

  await page.goto("/bigIncome/out?state=completed");
  await waitUntilShown(page);
  await page.getByRole("row").nth(1).getByRole("checkbox").check();
  await expect(page.getByText("已选 1 笔")).toBeVisible();
  await expect(page.getByText(/^合计/)).toBeVisible();
  await expectWellMade(page);
  const receipts = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载 1 张回单" }).click();
  expect((await receipts).suggestedFilename()).toMatch(/\.zip$/);
  const rows = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出 1 笔" }).click();
  expect((await rows).suggestedFilename()).toMatch(/\.xlsx$/);

  const stranger = await visit(browser);
  await stranger.goto("/receiptVerification");
  await stranger.getByLabel("流水号").fill("WD20261116000001");
  await stranger.getByLabel("校验码").fill("AAAA-BBBB-CCCC");
  await stranger.getByRole("button", { name: "核对", exact: true }).click();
  await expect(stranger.getByText("流水号或校验码不对，请按回单逐字核对")).toBeVisible();
  await expectWellMade(stranger);
});

test("finance begins at the payments that wait and approves several at once; one a colleague was quicker with is named", async ({
  page,
  baseURL,
}) => {
  const call = createCall(baseURL!);
  const { userId: merchantId } = await demoMerchant(baseURL!, BIG_CUSTOMER);
  const colleague = { token: await operatorToken(baseURL!, "finance2") };
  const input = { filters: { merchantId, state: ["awaitingApproval"] } };
  const { records } = await call(payoutEndpoints.payoutDesk, input, colleague);
  expect(records).toHaveLength(2);
  const { payeeName, id } = records[0]!;
  await enterConsole(page, baseURL!, "finance");
  // The desk reads its rows again by itself: here it keeps those that were chosen, however long the journey takes.
  let first: { status: number; body: string } | undefined;
  await page.route(`**${fullPath(payoutEndpoints.payoutDesk)}`, async (route) => {
    if (!route.request().postData()?.includes("awaitingApproval")) return route.continue();
    const reply =
      first ?? (await route.fetch().then(async (own) => ({ status: own.status(), body: await own.text() })));
    first = reply;
    await route.fulfill({ ...reply, contentType: "application/json" });
  });
  await page.goto("/ops");
  await page.waitForURL(
    (url) => url.pathname === "/ops/payouts" && url.searchParams.get("state") === "awaitingApproval",
  );
  await expect(page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: /^付款/ })).toContainText(
    /\d/,
  );
  const rows = page.getByRole("row").filter({ hasText: payeeName });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await row.getByRole("checkbox").check();
  await call(payoutEndpoints.decidePayout, { merchantId, id, decision: "reject", reason: "收款人需要核实" }, colleague);
  await page.getByRole("button", { name: "审批通过 2 笔" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("通过后立即提交银行");
  await question.getByRole("button", { name: "审批通过", exact: true }).click();
  const refused = page.getByRole("dialog").filter({ hasText: "1 笔没有处理" });
  await expect(refused).toContainText(`付款给 ${payeeName}`);
  await expect(refused).toContainText("状态刚刚发生了变化");
  await expectToast(page, "审批通过 1 笔");
  const left = await call(payoutEndpoints.payoutDesk, input, colleague);
  expect(left.records).toEqual([]);
});

test("an admin writes a notice, a merchant reads it; the merchant's page says where the money stands", async ({
  page,
  browser,
  baseURL,
}) => {
  const merchant = await demoMerchant(baseURL!, RICH);
  await enterConsole(page, baseURL!, "admin");
  await page.goto("/ops/notices");
  await page.getByRole("button", { name: "写公告" }).click();
  const title = `银行维护 ${Date.now()}`;
  await page.getByLabel("标题").fill(title);
  await page.getByLabel("内容").fill("周日 02:00 至 04:00 付款顺延");
  await page.getByRole("radio", { name: "名单上的商户" }).check();
  await page.getByLabel("商户手机号").fill(RICH);
  await expect(page.getByText("将通知 1 户")).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await expect(page.getByText("已发布，正在通知商户")).toBeVisible();

  const reader = await visit(browser);
  await enterPortal(reader.context(), merchant);
  await reader.goto("/home");
  await expect(reader.getByText(title)).toBeVisible();

  await page.goto(`/ops/merchants/${merchant.userId}`);
  for (const name of ["余额", "暂扣", "最近收支", "店铺"]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await expectWellMade(page);
});
