import { expect, test, type Page } from "./test.ts";
import { adminCalls, DEMO_PASSWORD, dynamicCode, operatorCalls, operatorToken, signInByForm } from "./console-steps.ts";
import { sandbox } from "./portal-steps.ts";

test("a wrong password says so and keeps the address; the right one opens the console", async ({ page }) => {
  await signInByForm(page, "reviewer@coralhub.test", "Wrong#2026");
  await expect(page.getByRole("alert")).toContainText("邮箱或密码不正确");
  await expect(page.getByLabel("邮箱")).toHaveValue("reviewer@coralhub.test");
  await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: /登录$/ }).click();
  await expect(page).toHaveURL(/\/ops\/certification/);
  await expect(page.getByRole("navigation", { name: "主导航" })).not.toContainText("审计");
});

test("a deep link survives the sign-in", async ({ page }) => {
  await page.goto("/ops/settings/flags");
  await expect(page).toHaveURL(/\/ops\/login/);
  await page.getByLabel("邮箱").fill("finance2@coralhub.test");
  await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: /登录$/ }).click();
  await expect(page).toHaveURL(/\/ops\/settings\/flags/);
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "新同事" }).click();
  await page.getByRole("button", { name: "退出登录" }).click();
  // Signing out loads the page anew; who hurries on breaks that off.
  await page.waitForURL(/\/ops\/login/);
  await expect(page.getByLabel("邮箱")).toBeVisible();
}

test("a new operator changes the initial password, binds an authenticator and signs in with it", async ({
  page,
  baseURL,
}) => {
  const email = `e2e-${Date.now()}@coralhub.test`;
  const admin = await adminCalls(baseURL!);
  const { id } = await admin.proposeOperatorChange({
    kind: "appoint",
    email,
    name: "新同事",
    roles: ["reviewer"],
    reason: "新入职",
  });
  await operatorCalls(baseURL!, await operatorToken(baseURL!, "admin2")).decideOperatorChange({
    id,
    decision: "confirm",
  });
  const initialPassword = await sandbox(baseURL).codeSentTo(email);

  await signInByForm(page, email, initialPassword);
  await expect(page).toHaveURL(/\/ops\/security/);
  await expect(page.getByText("还差 1 步就能使用后台")).toBeVisible();
  await page.goto("/ops/merchants");
  await expect(page).toHaveURL(/\/ops\/security/);

  await page.getByLabel("当前密码").fill(initialPassword);
  await page.getByLabel("新密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel("再输入一次").fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByText("还差 1 步就能使用后台")).toBeHidden();

  await page.getByRole("button", { name: "绑定验证器" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("登录密码").fill(DEMO_PASSWORD);
  await dialog.getByRole("button", { name: "下一步" }).click();
  await expect(dialog.getByRole("img", { name: "绑定验证器的二维码" })).toBeVisible();
  const secret = (await dialog.locator(".enrol-manual .mono").innerText()).replaceAll(" ", "");
  await dialog.getByLabel("输入验证器显示的 6 位动态码").fill(dynamicCode(secret));
  await expect(page.getByRole("region", { name: "恢复码" }).getByRole("listitem")).toHaveCount(10);
  const recovery = await page.locator(".recovery-codes li").first().innerText();
  await page.getByRole("button", { name: "已经保存" }).click();
  await expect(page.getByText("剩 10 个")).toBeVisible();

  await signOut(page);
  await signInByForm(page, email, DEMO_PASSWORD);
  await page.getByLabel("验证器上的 6 位动态码").fill(dynamicCode(secret, 1));
  await expect(page).toHaveURL(/\/ops\/certification/);

  await signOut(page);
  await signInByForm(page, email, DEMO_PASSWORD);
  await page.getByRole("button", { name: "手机不在身边，用恢复码" }).click();
  await page.getByLabel("恢复码").fill(recovery);
  await page.getByRole("button", { name: "验证并登录" }).click();
  await expect(page).toHaveURL(/\/ops\/certification/);
  await expect(operatorCalls(baseURL!).signIn({ email, password: DEMO_PASSWORD })).rejects.toMatchObject({
    reason: "operator.totp_required",
  });
});
