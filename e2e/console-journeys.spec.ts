import { depositEndpoints, identityEndpoints } from "@coralhub/contract";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { expect, test, type Browser, type Page } from "./test.ts";
import { choose, enterConsole, expectToast } from "./console-steps.ts";
import { enterPortal, sandbox, type Signed } from "./portal-steps.ts";

/** What this merchant sees of 个人理财 now: the flag, its call, its tab and its page must say the same. */
async function seesPersonalFinance(page: Page, baseURL: string, { token }: TestMerchant): Promise<boolean> {
  const call = createCall(baseURL);
  const flag = (await call(identityEndpoints.userGray, {}, { token })).enable;
  const answered = await call(depositEndpoints.moduleInfo, {}, { token }).then(
    () => 200,
    (error: { status: number }) => error.status,
  );
  expect(answered).toBe(flag ? 200 : 404);
  await page.goto("/personalFinance");
  await page.waitForURL(flag ? /\/personalFinance$/ : /\/404/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(flag ? "个人理财" : "这个页面不存在");
  await page.goto("/message");
  await expect(page.getByRole("heading", { name: "消息", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "个人理财" })).toHaveCount(flag ? 1 : 0);
  return flag;
}

async function portalOf(browser: Browser, merchant: Signed): Promise<Page> {
  const context = await browser.newContext();
  await enterPortal(context, merchant);
  return context.newPage();
}

test("a flag opened for one merchant opens tab, page and calls for that merchant only, and the log says who opened it", async ({
  browser,
  page,
  baseURL,
}) => {
  test.slow();
  const driver = sandbox(baseURL);
  const [chosen, other] = [await driver.registerMerchant(), await driver.registerMerchant()];
  const portals = new Map([chosen, other].map((merchant) => [merchant, portalOf(browser, merchant)]));
  const sees = async (merchant: TestMerchant) => seesPersonalFinance(await portals.get(merchant)!, baseURL!, merchant);

  await enterConsole(page, baseURL!);
  await page.goto("/ops/settings/flags");
  await page.getByRole("button", { name: "调整个人理财" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("radio", { name: /按名单/ }).check();
  await choose(drawer.getByRole("combobox", { name: "名单" }), chosen.mobile, chosen.mobile);
  await drawer.getByLabel("调整原因").fill("请林先生试用");
  await drawer.getByRole("button", { name: "按名单开放" }).click();
  await expectToast(page, "「个人理财」已按名单开放");
  // The demo's two and this one.
  await expect(page.getByRole("listitem").filter({ hasText: "个人理财" })).toContainText("名单 3 户");
  expect([await sees(chosen), await sees(other)]).toEqual([true, false]);

  await page.getByRole("combobox", { name: /查找商户/ }).fill(chosen.mobile);
  await page.getByRole("option", { name: chosen.mobile }).click();
  await expect(page.getByRole("region", { name: "开放的功能" })).toContainText("个人理财可以使用");

  await page.goto("/ops/settings/flags");
  await page.getByRole("button", { name: "调整个人理财" }).click();
  await drawer.getByRole("radio", { name: /关闭/ }).check();
  await drawer.getByRole("button", { name: "全部关闭" }).click();
  await expect(drawer.getByText("请写明调整原因")).toBeVisible();
  await drawer.getByLabel("调整原因").fill("试用结束");
  await drawer.getByRole("button", { name: "全部关闭" }).click();
  await expectToast(page, "「个人理财」已全部关闭");
  expect(await sees(chosen)).toBe(false);

  await page.goto("/ops/audit?action=flag.changed");
  // Newest first; other journeys open other flags.
  const newest = page.getByRole("row").filter({ hasText: "personalFinance" }).first();
  await expect(newest).toContainText("林望");
  await newest.getByRole("button", { name: "详情" }).click();
  await expect(page.getByRole("dialog")).toContainText("试用结束");
});

test("what was sent lands in the mailbox with its code, by whichever name it is looked for", async ({
  page,
  baseURL,
}) => {
  const merchant = await sandbox(baseURL).registerMerchant();
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto("/ops/sandbox");
  await page.getByLabel("按收件人查找").fill(merchant.mobile);
  const mail = page.getByRole("listitem").filter({ hasText: "验证码" }).first();
  await expect(mail).toContainText(merchant.mobile);
  await expect(mail).toContainText(/还有 \d 分 \d+ 秒/);
  await expect(mail.getByRole("button", { name: /复制验证码 \d{6}/ })).toBeVisible();
  await page.getByLabel("按收件人查找").fill("nobody@example.com");
  await expect(page.getByText("没有发给这个收件人的消息")).toBeVisible();
});

test("the audit log is whole and can be taken along", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!);
  await page.goto("/ops/audit");
  await page.getByRole("button", { name: "核对完整性" }).click();
  await expect(page.getByText(/条完整，今天/)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: /导出/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^审计日志-.*\.csv$/);
});

test("two admins appoint a colleague, one disables them, and two bring them back", async ({
  page,
  browser,
  baseURL,
}) => {
  await enterConsole(page, baseURL!);
  await page.goto("/ops/settings/operators");
  await page.getByRole("button", { name: "新增操作员" }).click();
  const dialog = page.getByRole("dialog");
  const name = `同事${Date.now()}`;
  await dialog.getByLabel("姓名").fill(name);
  await dialog.getByLabel("邮箱").fill(`colleague-${Date.now()}@coralhub.test`);
  await dialog.getByRole("checkbox", { name: /财务/ }).check();
  await dialog.getByLabel("原因").fill("新入职");
  await dialog.getByRole("button", { name: "提出变更" }).click();
  const change = page.getByRole("row").filter({ hasText: `新增操作员：${name}` });
  await expect(change).toContainText("等另一位管理员");

  const second = await (await browser.newContext()).newPage();
  await enterConsole(second, baseURL!, "admin2");
  await second.goto("/ops/settings/operators");
  await second.getByRole("button", { name: `确认：新增操作员${name}` }).click();
  await expect(second.getByRole("row").filter({ hasText: `新增操作员：${name}` })).toContainText("已生效");
  const row = second.getByRole("row").filter({ hasText: name }).filter({ hasText: "后可处理资金" });
  await expect(row).toContainText("在用");
  await row.getByRole("button", { name: `${name}的更多操作` }).click();
  await second.getByRole("menuitem", { name: "停用" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "停用" }).click();
  await expect(row).toContainText("已停用");
  await row.getByRole("button", { name: `${name}的更多操作` }).click();
  await second.getByRole("menuitem", { name: "恢复使用" }).click();
  await second.getByRole("dialog").getByLabel("原因").fill("误停用");
  await second.getByRole("dialog").getByRole("button", { name: "提出变更" }).click();
  await expect(second.getByRole("row").filter({ hasText: `恢复使用：${name}` })).toContainText("等另一位管理员");
  await page.reload();
  await page.getByRole("button", { name: `确认：恢复使用${name}` }).click();
  await expect(page.getByRole("row").filter({ hasText: `恢复使用：${name}` })).toContainText("已生效");
  await second.context().close();
});
