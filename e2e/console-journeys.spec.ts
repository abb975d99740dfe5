import { depositEndpoints, homeEndpoints, identityEndpoints } from "@coralhub/contract";
import { toShanghaiTime } from "@coralhub/domain";
import { createCall, type TestMerchant } from "@coralhub/testkit";
import { expect, test, type Browser, type Page } from "./test.ts";
import { choose, enterConsole, expectToast, openFlagFor } from "./console-steps.ts";
import { enterPortal, makesCall, sandbox, type Signed } from "./portal-steps.ts";

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
  // What was done and what was recorded beside it, in words.
  await expect(newest).toContainText("调整功能开关");
  await newest.getByRole("button", { name: "详情" }).click();
  await expect(page.getByRole("dialog")).toContainText(/原因\s*试用结束/);
  await openFlagFor(baseURL!, "personalFinance");
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
  // The clock asks before it moves everybody's time; whoever says no has moved nothing.
  const moved: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/sandbox\/clock/.test(request.url())) moved.push(request.url());
  });
  await page.getByRole("button", { name: /^拨快 / }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("不能拨回");
  await question.getByRole("button", { name: "先不拨" }).click();
  await expect(question).toBeHidden();
  expect(moved).toEqual([]);
});

test("a notice is previewed, scheduled, put forward, seen by whom it is for and nobody else, and withdrawn", async ({
  browser,
  page,
  baseURL,
}) => {
  test.slow();
  const driver = sandbox(baseURL);
  const [chosen, other] = [await driver.registerMerchant(), await driver.registerMerchant()];
  const [theirs, others] = [await portalOf(browser, chosen), await portalOf(browser, other)];
  const title = `系统维护 ${chosen.mobile}`;
  const text = "本周六 02:00 到 04:00 暂停提现，请提前安排";
  const sees = async (portal: Page, count: number) => {
    await makesCall(portal, homeEndpoints.notices, () => portal.goto("/home"));
    await expect(portal.getByRole("heading", { name: "通知", exact: true })).toBeVisible();
    await expect(portal.getByText(title, { exact: true })).toHaveCount(count);
  };

  await enterConsole(page, baseURL!);
  await page.goto("/ops/notices");
  await page.getByRole("button", { name: "写公告" }).click();
  await page.getByLabel("标题").fill(title);
  await page.getByLabel("内容").fill(text);
  await page.getByRole("radio", { name: "名单上的商户" }).check();
  await page.getByLabel("商户手机号").fill(`${chosen.mobile}\n13011110000`);
  await expect(page.getByText("将通知 1 户；13011110000 不是我们的商户")).toBeVisible();
  const preview = page.getByRole("region", { name: "商户看到的样子" });
  await expect(preview).toContainText(title);
  await expect(preview).toContainText(text);
  const nextWeek = toShanghaiTime(new Date(Date.now() + 7 * 86_400_000)).slice(0, 16);
  await page.getByLabel("发布时间").fill(nextWeek);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "定时发布" }).click();
  await expectToast(page, "已保存，到时间发布");
  const row = page.getByRole("listitem").filter({ hasText: title });
  await expect(row).toContainText("定时发布");
  await expect(row).toContainText(`名单 1 户，${nextWeek} 发布`);
  await sees(theirs, 0);

  // It cannot wait: without its time it goes out at once, to the same list.
  await row.getByRole("button", { name: "修改" }).click();
  await page.getByLabel("发布时间").hover();
  await page.locator(".ant-picker-clear").click();
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await expectToast(page, "已发布，正在通知商户");
  await expect(row).toContainText("已发布");
  await sees(theirs, 1);
  await sees(others, 0);
  await row.getByRole("button", { name: "撤回" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "撤回", exact: true }).click();
  await expectToast(page, "已撤回，商户首页不再显示");
  await expect(row).toContainText("已撤回");
  await sees(theirs, 0);
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
