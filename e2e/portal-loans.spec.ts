import { lenderEndpoints, lendingEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { pressTwice } from "./broken-line-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { enterConsole } from "./console-steps.ts";
import { codeAfter, demoMerchant, enterPortal, sandbox, visit } from "./portal-steps.ts";
import { expect, test } from "./test.ts";

const paper = { name: "流水.png", mimeType: "image/png", buffer: BLANK };

test("what is typed before a prerendered page is alive is kept", async ({ page }) => {
  let letThrough = (): void => undefined;
  const typed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto("/bridgeEasyLoan", { waitUntil: "commit" });
  await page.getByLabel("借多少").fill("40");
  letThrough();
  await expect(page.getByText(/请填写 500 到/)).toBeVisible();
  await expect(page.getByLabel("借多少")).toHaveValue("40");
});

test("a loan from the calculator to the last repayment, with the desk and the lender on the way", async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const merchant = await demoMerchant(baseURL!, "13800000001");
  const admin = { token: await sandbox(baseURL).operatorToken("admin") };
  const call = createCall(baseURL!);
  const settings = { applications: "accept", payOuts: "accept", uploads: "accept", delaySeconds: 0 } as const;
  await call(lenderEndpoints.setLenderSettings, settings, admin);
  await enterPortal(context, merchant);

  await page.goto("/bridgeEasyLoan");
  await page.getByLabel("借多少").fill("40");
  await expect(page.getByText(/请填写 500 到/)).toBeVisible();
  await page.getByLabel("借多少").fill("600");
  await expect(page.getByRole("status").filter({ hasText: "利息合计" })).toBeVisible();
  await page.getByRole("link", { name: "去申请" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "贷款" })).toBeVisible();
  await expect(page.getByText("有收款的月份")).toBeVisible();
  await expect(page.getByLabel("借多少")).toHaveValue("600");
  await expect(page.getByRole("button", { name: "提交申请" })).toBeDisabled();
  await page.locator('input[type="file"]').first().setInputFiles(paper);
  await expect(page.getByText("流水.png")).toBeVisible();
  await page.getByRole("checkbox", { name: /同意把认证资料/ }).check();
  const button = (name: string | RegExp) => page.getByRole("button", { name }).last();
  await pressTwice(page, lendingEndpoints.applyForLoan, button("提交申请"));
  await expect(page.getByRole("heading", { level: 1, name: "跨境易贷" })).toBeVisible();
  await expect(page.getByText("资料审核中").first()).toBeVisible();
  const id = new URL(page.url()).searchParams.get("id")!;

  // The reviewer looks at the paper and passes it on to the lender.
  const desk = await visit(browser);
  await enterConsole(desk, baseURL!, "reviewer");
  await desk.goto(`/ops/loans?open=${id}`);
  const shown = desk.getByRole("dialog");
  const file = desk.waitForEvent("download");
  await shown.getByTitle("流水.png").click();
  expect((await file).suggestedFilename()).toContain("流水");
  await shown.getByRole("button", { name: "送资金方" }).click();
  await expect(desk.getByText("已送资金方")).toBeVisible();
  await page.getByRole("button", { name: "签约" }).click({ timeout: 15_000 });
  const dialog = page.getByRole("dialog");
  const ask = () => pressTwice(page, lendingEndpoints.sendLoanCode, button(/验证码/));
  await dialog.getByLabel("短信验证码").fill(await codeAfter(sandbox(baseURL), "13800000001", ask));
  await pressTwice(page, lendingEndpoints.signLoan, button(/^签约并放款/));
  await expect(page.getByText("还款中").first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("heading", { name: "还款计划" })).toBeVisible();

  const share = page.getByRole("combobox", { name: "按收款比例还款" });
  await pressTwice(page, lendingEndpoints.shareIncome, share, async () => {
    await share.click();
    await page.locator(".ant-select-item-option:visible").getByText("每笔入账的 10%", { exact: true }).click();
  });
  await expect(page.getByText("每笔美元入账的 10%")).toHaveCount(1);

  await page.getByRole("button", { name: "还款", exact: true }).click();
  await dialog.getByRole("radio", { name: /一次结清/ }).check();
  await pressTwice(page, lendingEndpoints.repayLoan, button("从钱包还款"));
  await expect(page.getByText("已结清").first()).toBeVisible({ timeout: 15_000 });

  await page.goto("/moreServices");
  await expect(page.getByRole("heading", { level: 1, name: "更多服务" })).toBeVisible();
  await page.getByRole("link", { name: "工银跨境融资" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "工银跨境融资" })).toBeVisible();
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto("/ops/loans");
  await expect(page.getByRole("heading", { level: 1, name: "贷款" })).toBeVisible();
});
