import { certificationEndpoints } from "@coralhub/contract";
import { createCall } from "@coralhub/testkit";
import { expect, test, type Page } from "./test.ts";
import { handIn, pathOf, takeCase } from "./certification-desk-steps.ts";
import { BLANK } from "./certification-steps.ts";
import { enterConsole, expectToast, operatorToken } from "./console-steps.ts";
import { enterPortal, visit } from "./portal-steps.ts";

test.slow();

async function acceptRest(page: Page): Promise<void> {
  const rest = page.getByRole("button", { name: /全部通过$/ });
  await expect(rest).not.toHaveCount(0);
  // Each leaves when its section is done.
  for (let left = await rest.count(); left > 0; left--) {
    await rest.first().click();
    await expect(rest).toHaveCount(left - 1);
  }
  await expect(page.getByText(/剩 0 项/)).toBeVisible();
}

async function decide(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: words, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "确认", exact: true }).click();
}

test("a company: one field rejected and corrected, then two pairs of eyes; nobody decides twice", async ({
  page,
  browser,
  baseURL,
}) => {
  const answers = { dirCountry: "VN", companyEnName: "Shenzhen Nanyu" };
  const { merchant, ref } = await handIn(baseURL!, "mainland", answers);
  const path = pathOf(ref);
  const portal = await visit(browser, merchant.address);
  await enterPortal(portal.context(), merchant);

  await takeCase(page, baseURL!, path, "reviewer");
  await expect(page.getByText("本次查看已记录")).toBeVisible();
  await page.getByRole("button", { name: "放大" }).click();
  await page.getByRole("button", { name: "旋转" }).click();
  await expect(page.getByText("125%")).toBeVisible();
  await page.getByRole("tab", { name: /风险/ }).click();
  await expect(page.getByText("涉及风险国家或地区")).toBeVisible();
  await page.getByRole("tab", { name: "资料" }).click();
  await page.getByRole("button", { name: "驳回企业英文名称" }).click();
  await page.getByRole("button", { name: "缺少公司类型" }).click();
  await acceptRest(page);
  await decide(page, "驳回 1 项");
  await expectToast(page, /已驳回/);

  await portal.goto("/certification/mainland");
  await expect(portal.getByText("缺少公司类型", { exact: false })).toBeVisible();
  await expect(portal.locator("input#answer-companyName")).toHaveCount(0);
  await portal.locator("#answer-companyEnName").fill("Shenzhen Nanyu Technology Co., Ltd.");
  await portal.getByRole("button", { name: "重新提交审核" }).click();
  await expect(portal.getByText("资料已提交，正在审核")).toBeVisible();

  await takeCase(page, baseURL!, path, "reviewer");
  await expect(page.getByText("上次：")).toBeVisible();
  await acceptRest(page);
  await expect(page.getByRole("button", { name: "通过，交复核" })).toBeVisible({ timeout: 30_000 });
  await decide(page, "通过，交复核");
  await expectToast(page, /等待另一位审核员复核/);
  // The first reviewer is not the second.
  await page.getByRole("button", { name: "领取这件" }).click();
  await decide(page, "复核通过");
  await expectToast(page, "复核要由另一位审核员来做");
  await page.getByRole("button", { name: "放回" }).click();
  await expect(page.getByRole("button", { name: "领取这件" })).toBeVisible();

  const second = await visit(browser);
  await takeCase(second, baseURL!, path, "admin");
  await decide(second, "复核通过");
  await expectToast(second, /已通过/);
  await portal.goto("/nav/navEnd");
  await expect(portal.locator(".state-tag").getByText("已认证", { exact: true })).toBeVisible();
});

test("a question goes to the merchant, the answer comes back with a file, and the case stays in one pair of hands", async ({
  page,
  browser,
  baseURL,
}) => {
  const { merchant, ref } = await handIn(baseURL!, "hongkong", { dirCountry: "VN" });
  const path = pathOf(ref);
  await takeCase(page, baseURL!, path, "reviewer");
  const other = await visit(browser);
  await enterConsole(other, baseURL!, "admin");
  await other.goto(`/ops${path}`);
  await expect(other.getByText("周宁 正在审核这份申请")).toBeVisible();
  await expect(other.getByRole("button", { name: "领取这件" })).toBeDisabled();

  await page.getByRole("button", { name: "要求补充" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("第 1 个问题", { exact: true }).fill("请补充董事的任命文件");
  await dialog.getByRole("button", { name: "发给商户" }).click();
  await expectToast(page, /已发给商户/);

  const portal = await visit(browser, merchant.address);
  await enterPortal(portal.context(), merchant);
  await portal.goto("/nav/navEnd");
  await expect(portal.locator(".thread").getByText("请补充董事的任命文件")).toBeVisible();
  await portal.getByLabel(/^附上材料/).setInputFiles({
    name: "任命书.png",
    mimeType: "image/png",
    buffer: BLANK,
  });
  await expect(portal.getByRole("button", { name: "任命书.png", exact: true })).toBeVisible();
  await portal.getByLabel(/^答复/).fill("任命文件已附上");
  await portal.getByRole("button", { name: "提交答复" }).click();
  await expect(portal.locator(".state-tag").getByText("审核中", { exact: true })).toBeVisible();

  await page.reload();
  await page.getByRole("tab", { name: /补充/ }).click();
  await expect(page.getByText("任命文件已附上")).toBeVisible();
  await expect(page.getByRole("button", { name: /^补充：/ })).toBeVisible();
});

test("the desk counts what waits, and the simulated reviewer can be switched", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto("/ops/certification");
  await expect(page.getByText(/待审核 \d+ 件/)).toBeVisible();
  // Those of the demo world have waited longest, so that nobody's case is taken away here.
  await page.getByRole("button", { name: "领取下一件" }).click();
  await page.waitForURL(/\/certification\/[\w-]+\/[\w-]+$/);
  await page.getByRole("button", { name: "放回" }).click();
  await expect(page.getByRole("button", { name: "领取这件" })).toBeVisible();
  await page.goto("/ops/certification/statistics");
  await expect(page.getByText("最近 7 天")).toBeVisible();
  await page.goto("/ops/sandbox");
  await expect(page.getByText("其余全部通过", { exact: true })).toBeVisible();
  const token = await operatorToken(baseURL!, "reviewer");
  const { rules } = await createCall(baseURL!)(certificationEndpoints.simulatedReviewer, {}, { token });
  for (const rule of rules) await expect(page.getByText(rule, { exact: true })).toBeVisible();
});

test("several cases are taken from the list at once, after being asked", async ({ page, baseURL }) => {
  const name = `深圳市人工批领${crypto.randomUUID().slice(0, 8)}`;
  for (const end of ["甲", "乙"]) await handIn(baseURL!, "mainland", { companyName: `${name}${end}有限公司` });
  await enterConsole(page, baseURL!, "reviewer");
  await page.goto(`/ops/certification?subjectName=${encodeURIComponent(name)}`);
  const boxes = page.getByRole("row").filter({ hasText: name }).getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  const chooseBoth = async () => {
    for (const box of await boxes.all()) await box.check();
  };
  await chooseBoth();
  await page.getByRole("button", { name: "领取 2 件" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("领取后由您审核");
  await question.getByRole("button", { name: "领取", exact: true }).click();
  await expectToast(page, "领取 2 件");
  // Both are in one pair of hands now: there is nothing left of them to take.
  await expect(boxes.and(page.locator(":checked"))).toHaveCount(0);
  await chooseBoth();
  await expect(page.getByRole("button", { name: "领取 0 件" })).toBeDisabled();
});
