import { depositPartnerEndpoints, ledgerEndpoints } from "@coralhub/contract";
import { accountCode, parseMoney } from "@coralhub/domain";
import { createCall } from "@coralhub/testkit";
import { expect, test, type Page } from "./test.ts";
import { adminCalls, enterConsole } from "./console-steps.ts";
import { demoMerchant, enterPortal, sandbox } from "./portal-steps.ts";

/** One of finance proposes, another agrees: the wallet holds money to place. */
async function fund(baseURL: string, merchantId: string, amount: string): Promise<void> {
  const call = createCall(baseURL);
  const driver = sandbox(baseURL);
  const [finance, admin] = [await driver.operatorToken("finance"), await driver.operatorToken("admin")];
  const { id } = await call(
    ledgerEndpoints.proposeAdjustment,
    {
      merchantId,
      from: accountCode("house.suspense", "USD"),
      to: accountCode("wallet", "USD"),
      amount: parseMoney(amount, "USD"),
      memo: "定期存款试用",
    },
    { token: finance },
  );
  await call(ledgerEndpoints.decideAdjustment, { merchantId, id, decision: "approve" }, { token: admin });
}

async function pick(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name }).click();
  await page.locator(".ant-select-item-option:visible").getByText(option, { exact: true }).click();
}

test("personal finance: opened with a question of the bank on the way, placed, instructed, taken out early", async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  // A certified person, who can have it; nobody else asks for it.
  const merchant = await demoMerchant(baseURL!, "13800000002");
  const admin = await adminCalls(baseURL!);
  const change = { flag: "personalFinance", percentage: 0, reason: "试用" } as const;
  await admin.changeFlag({ ...change, mode: "list", merchantIds: [merchant.userId] });
  const partner = { token: await sandbox(baseURL).operatorToken("admin") };
  const call = createCall(baseURL!);
  const settings = { openings: "ask", placements: "accept", delaySeconds: 0 } as const;
  await call(depositPartnerEndpoints.setDepositPartnerSettings, settings, partner);
  await fund(baseURL!, merchant.userId, "20000.00");
  await enterPortal(context, merchant);

  await page.goto("/personalFinance");
  await expect(page.getByRole("heading", { level: 1, name: "个人理财" })).toBeVisible();
  await page.getByRole("button", { name: "申请开通" }).click();
  await page.getByRole("button", { name: "下一步" }).click();
  await expect(page.getByText("请至少选择一个币种")).toBeVisible();
  await page.getByRole("checkbox", { name: "美元" }).check();
  await page.getByRole("checkbox", { name: /同意把我的认证资料/ }).check();
  await page.getByRole("button", { name: "下一步" }).click();

  await page.getByRole("button", { name: "提交开户资料" }).click();
  await expect(page.getByText(/财务资料还没有填完/)).toBeVisible();
  await pick(page, "资金来源", "应用与广告收入");
  await pick(page, "存款目的", "闲置资金增值");
  await pick(page, "预计存款规模（折合美元）", "10 万以下");
  await pick(page, "年营业额（折合美元）", "50 万以下");
  await pick(page, "税收居民所在地", "中国内地");
  await page.getByLabel("纳税人识别号").fill("110101199003070134");
  await pick(page, "经办人或受益人是否担任重要公职", "否");
  await page.getByRole("button", { name: "提交开户资料" }).click();
  await expect(page.getByText("请回答合作银行的问题")).toBeVisible({ timeout: 15_000 });
  await page.getByRole("textbox", { name: "回答" }).fill("主要为应用商店的分成收入");
  await page.getByRole("button", { name: "提交回答" }).click();
  await expect(page.getByText("理财账户已开通").first()).toBeVisible({ timeout: 15_000 });

  await page.getByRole("button", { name: "存一笔" }).click();
  await page.getByLabel("金额").fill("500");
  await page.getByRole("button", { name: /^存入/ }).click();
  await expect(page.getByText(/最少存入/)).toBeVisible();
  await page.getByLabel("金额").fill("5,000.00");
  await page.getByRole("radio", { name: /^3 个月/ }).check();
  await page.getByRole("button", { name: /^存入/ }).click();
  await expect(page.getByRole("heading", { name: "确认存入" })).toBeVisible();
  await page.getByRole("button", { name: /验证码/ }).click();
  await page.getByLabel("短信验证码").fill(await sandbox(baseURL).codeSentTo("13800000002"));
  await page.getByRole("button", { name: /^确认存入/ }).click();
  await expect(page.getByRole("heading", { name: "3 个月定期" })).toBeVisible();
  await expect(page.getByText("持有中").first()).toBeVisible({ timeout: 15_000 });

  await page.getByRole("button", { name: "修改到期安排" }).click();
  await page.getByRole("radio", { name: /本息续存/ }).check();
  await page.getByRole("button", { name: /保\s*存/ }).click();
  await expect(page.getByText("本息续存，利息一起再存")).toBeVisible();

  await page.getByRole("button", { name: "提前支取" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("合计转入钱包")).toBeVisible();
  await expect(dialog.getByText("比原来的利率少拿")).toBeVisible();
  await dialog.getByRole("button", { name: /关闭|Close/ }).click();

  await page.goto("/personalFinance");
  await expect(page.getByText("持有本金，1 笔")).toBeVisible();
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto("/ops/deposits/openings");
  await page.getByRole("row").filter({ hasText: "陈以安" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("应用与广告收入");
  await admin.changeFlag({ ...change, mode: "off", merchantIds: [] });
});
