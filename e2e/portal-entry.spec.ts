import { newVisitor } from "@coralhub/testkit";
import { expect, test } from "./test.ts";
import { DEMO_PASSWORD, fillSignIn, newCode, sandbox, sendCode, signIn, solvePuzzle, visit } from "./portal-steps.ts";

test("a visitor registers, sees home, reads a message and signs out", async ({ browser, baseURL }) => {
  const { mobile, address } = newVisitor();
  const page = await visit(browser, address);
  await page.goto("/register");
  await page.getByLabel("手机号", { exact: true }).fill(mobile);
  await solvePuzzle(page, baseURL!, () => page.getByRole("button", { name: "发送验证码" }).click());
  await expect(page.getByText("秒后可重发")).toBeVisible();
  await page.getByLabel("短信验证码").fill(await newCode(sandbox(baseURL), mobile));
  await page.getByLabel("密码", { exact: true }).fill("shanhu");
  await expect(page.getByText("强度：太弱")).toBeVisible();
  await page.getByLabel("密码", { exact: true }).fill("Reef-tide-2031");
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await expect(page.getByText("请先阅读并同意服务协议和隐私政策")).toBeVisible();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "注册", exact: true }).click();

  await page.waitForURL(/\/home$/);
  await expect(page.getByRole("heading", { name: "三步，收到第一笔款" })).toBeVisible();
  await page.getByRole("link", { name: /消息，1 条未读/ }).click();
  await expect(page.getByText("欢迎使用")).toBeVisible();
  await page.getByRole("button", { name: /标为已读：/ }).click();
  await expect(page.getByRole("link", { name: "消息", exact: true })).toBeVisible();

  await page.locator(".bar-account").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL(/\/login$/);
  expect(await page.evaluate("sessionStorage.getItem('token')")).toBeNull();
  await page.goto("/home");
  await page.waitForURL(/\/login$/);
});

test("an owner signs in by mobile and by e-mail", async ({ browser }) => {
  for (const name of ["13800000001", "+86 138 0000 0002"]) {
    const page = await visit(browser);
    await signIn(page, name);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.context().close();
  }
});

test("an e-mail is bound and then opens the door", async ({ browser, baseURL }) => {
  const driver = sandbox(baseURL);
  const merchant = await driver.registerMerchant();
  const email = `owner-${merchant.mobile}@shop.test`;
  const page = await visit(browser, merchant.address);
  await signIn(page, merchant.mobile, merchant.password);
  await page.goto("/bindMail");
  await page.getByLabel("邮箱", { exact: true }).fill(email);
  await sendCode(page, "邮箱验证码");
  await page.getByLabel("邮箱验证码").fill(await newCode(driver, email));
  const before = await driver.codeSentTo(merchant.mobile);
  await sendCode(page, "已绑定手机收到的验证码");
  await page.getByLabel("已绑定手机收到的验证码").fill(await newCode(driver, merchant.mobile, before));
  await page.getByRole("button", { name: "绑定邮箱" }).click();
  await page.waitForURL(/\/bindMail\/success$/);
  await page.getByRole("link", { name: "去首页", exact: true }).click();
  await page.waitForURL(/\/home$/);
  await signIn(page, email, merchant.password);
});

test("wrong passwords are explained, then a puzzle is asked for, then the owner gets in", async ({
  browser,
  baseURL,
}) => {
  const merchant = await sandbox(baseURL).registerMerchant();
  const page = await visit(browser);
  await page.goto("/login");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect(page.getByText("请填写手机号或邮箱")).toBeVisible();
  for (let tries = 1; tries <= 3; tries++) {
    // The words of the try before still stand there: only the answer tells that this one was looked at.
    const answered = page.waitForResponse((response) => response.url().endsWith("/login"));
    await fillSignIn(page, merchant.mobile, `Wrong-${tries}-pass`);
    await answered;
    await expect(page.getByText("手机号或密码不对")).toBeVisible();
    if (tries === 2) await expect(page.getByText("再错一次要先拖动验证")).toBeVisible();
  }
  await page.getByLabel("密码", { exact: true }).fill(merchant.password);
  await solvePuzzle(page, baseURL!, () => page.getByRole("button", { name: "登录", exact: true }).click());
  await page.waitForURL(/\/home$/);
});

test("a forgotten password is set anew and the old one is worthless", async ({ browser, baseURL }) => {
  const driver = sandbox(baseURL);
  const merchant = await driver.registerMerchant();
  const used = await driver.codeSentTo(merchant.mobile);
  const page = await visit(browser);
  await page.goto("/findPwd");
  await page.getByLabel("手机号或邮箱").fill(merchant.mobile);
  await solvePuzzle(page, baseURL!, () => page.getByRole("button", { name: "获取验证码" }).click());
  await page.getByLabel("验证码已发到").fill(await newCode(driver, merchant.mobile, used));
  await page.getByLabel("新密码").fill("Harbour-lamp-7");
  await page.getByRole("button", { name: "重设密码" }).click();
  await page.waitForURL(/\/findPwd\/success$/);
  await page.getByRole("link", { name: "去登录" }).click();
  await page.waitForURL(/\/login$/);
  await fillSignIn(page, merchant.mobile, DEMO_PASSWORD);
  await expect(page.getByText("手机号或密码不对")).toBeVisible();
  await fillSignIn(page, merchant.mobile, "Harbour-lamp-7");
  await page.waitForURL(/\/home$/);
});

test("those who cannot see the puzzle answer a question", async ({ browser }) => {
  const page = await visit(browser);
  await page.goto("/findPwd");
  await page.getByLabel("手机号或邮箱").fill(newVisitor().mobile);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("button", { name: "读不了图" }).click();
  await expect(page.getByRole("button", { name: "提交答案" })).toBeVisible();
  await page.getByRole("button", { name: "改用拖动验证" }).click();
  await expect(page.getByRole("slider")).toBeVisible();
});
