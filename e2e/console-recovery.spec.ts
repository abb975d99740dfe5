import { identityEndpoints } from "@coralhub/contract";
import { newVisitor } from "@coralhub/testkit";
import { expect, test, type Page } from "./test.ts";
import { pressTwice } from "./broken-line-steps.ts";
import { enterConsole, expectToast } from "./console-steps.ts";
import { expectWellMade } from "./page-health.ts";
import { fillSignIn, codeAfter, sandbox, solvePuzzle, visit } from "./portal-steps.ts";

const STORY = "深圳市南屿科技有限公司，上周三收到 Amazon 打款 1,200 美元";

/** The merchant's side: from the page for forgotten passwords to the reference of the request. */
async function askForRecovery(page: Page, baseURL: string, username: string, newMobile: string): Promise<void> {
  await page.goto("/findPwd");
  await page.getByText("联系客服核实身份").click();
  await page.getByLabel("原手机号或邮箱").fill(username);
  await page.getByLabel("联系人姓名").fill(`林见南${newMobile.slice(-4)}`);
  await page.getByLabel("只有您知道的事").fill(STORY);
  await page.getByLabel("新手机号").fill(newMobile);
  const send = page.getByRole("button", { name: "发送验证码" });
  const ask = () =>
    pressTwice(page, identityEndpoints.sendRecoveryCode, send, () => solvePuzzle(page, baseURL, () => send.click()));
  await page.getByLabel("新手机收到的验证码").fill(await codeAfter(sandbox(baseURL), newMobile, ask));
  await page.getByRole("button", { name: "提交申请" }).click();
  await expect(page.getByText("申请已收到")).toBeVisible();
}

async function openRequest(page: Page, newMobile: string) {
  await page.goto("/ops/recoveries");
  await page.getByRole("row").filter({ hasText: newMobile }).getByRole("button", { name: "详情" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("region", { name: "商户的陈述" })).toContainText(STORY);
  return drawer;
}

test("a merchant who lost the phone comes back through two colleagues", async ({ browser, baseURL }) => {
  test.slow();
  const merchant = await sandbox(baseURL).registerMerchant();
  const { mobile: newMobile } = newVisitor();
  const visitor = await visit(browser);
  await askForRecovery(visitor, baseURL!, merchant.mobile, newMobile);

  const [maker, checker] = [await visit(browser), await visit(browser)];
  await enterConsole(maker, baseURL!, "reviewer");
  await enterConsole(checker, baseURL!, "admin");
  const proposal = await openRequest(maker, newMobile);
  await expect(proposal).toContainText(merchant.mobile);
  await proposal.getByRole("button", { name: "建议更换手机" }).click();
  await expect(proposal.getByText("请写明核实方式和依据")).toBeVisible();
  await proposal.getByLabel("核实方式和依据").fill("致电新手机，视频核对法人身份证");
  await proposal.getByRole("button", { name: "建议更换手机" }).click();
  await expectToast(maker, "已提交，等另一位同事复核");
  await expect(proposal).toContainText("这是您提出的，须由另一位同事复核");
  await expect(proposal.getByRole("button", { name: /复核通过/ })).toHaveCount(0);

  const decision = await openRequest(checker, newMobile);
  await expect(decision).toContainText("致电新手机，视频核对法人身份证");
  await expect(decision).toContainText("周宁");
  await decision.getByRole("button", { name: "复核不通过" }).click();
  await expect(decision.getByText("请写明不通过的原因")).toBeVisible();
  await expectWellMade(checker, '[role="dialog"]');
  await decision.getByRole("button", { name: "复核通过，更换手机" }).click();
  await expectToast(checker, "已复核，结果已发到新手机");
  await expect(decision).toContainText("已更换手机");

  await visitor.goto("/login");
  await fillSignIn(visitor, merchant.mobile, merchant.password);
  await expect(visitor.getByText("手机号或密码不对")).toBeVisible();
  // Who comes back that way sets a password anew: the old one may be the thief's.
  await fillSignIn(visitor, newMobile, merchant.password);
  await expect(visitor.getByText("手机号或密码不对")).toBeVisible();
  await visitor.goto("/findPwd");
  await visitor.getByLabel("手机号或邮箱").fill(newMobile);
  const get = visitor.getByRole("button", { name: "获取验证码" });
  const ask = () => solvePuzzle(visitor, baseURL!, () => get.click());
  await visitor.getByLabel("验证码已发到").fill(await codeAfter(sandbox(baseURL), newMobile, ask));
  await visitor.getByLabel("新密码").fill("Harbour-lamp-8");
  await visitor.getByRole("button", { name: "重设密码" }).click();
  await visitor.waitForURL(/\/findPwd\/success$/);
  await visitor.goto("/login");
  await fillSignIn(visitor, newMobile, "Harbour-lamp-8");
  await visitor.waitForURL(/\/home$/);
});

test("a request for no account can only be turned down, and a colleague who was slower is told", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const { mobile: newMobile } = newVisitor();
  const visitor = await visit(browser);
  await askForRecovery(visitor, baseURL!, newVisitor().mobile, newMobile);
  const [maker, slower] = [await visit(browser), await visit(browser)];
  await enterConsole(maker, baseURL!, "reviewer");
  await enterConsole(slower, baseURL!, "admin");
  const [first, second] = [await openRequest(maker, newMobile), await openRequest(slower, newMobile)];
  await expect(first).toContainText("没有对应的账户");
  await expect(first.getByRole("button", { name: "建议更换手机" })).toHaveCount(0);
  for (const drawer of [first, second]) await drawer.getByLabel("核实方式和依据").fill("查无此账户");
  await first.getByRole("button", { name: "建议不通过" }).click();
  await expectToast(maker, "已提交，等另一位同事复核");
  await second.getByRole("button", { name: "建议不通过" }).click();
  await expect(second.getByRole("alert")).toContainText("状态");
  const decision = await openRequest(slower, newMobile);
  await decision.getByRole("button", { name: "复核不通过" }).click();
  await expectToast(slower, "已复核，结果已发到新手机");
  await expect(decision).toContainText("未通过");
});

test("the desk does not exist for finance", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/recoveries");
  await expect(page.getByRole("heading", { name: "这个页面不存在" })).toBeVisible();
});
