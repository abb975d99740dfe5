import { createCall, newVisitor, tellBrowserDatabase } from "@coralhub/testkit";
import { expect, test } from "./test.ts";
import { ALL_ENDPOINTS } from "@coralhub/contract";
import { breakCode, pressTwice } from "./broken-line-steps.ts";
import { DEMO_PASSWORD, fillCode, fillSignIn, codeAfter, sandbox, signIn, solvePuzzle, visit } from "./portal-steps.ts";

const { identity } = ALL_ENDPOINTS;

test("a visitor registers, sees home, reads a message and signs out", async ({ browser, baseURL }) => {
  const { mobile, address } = newVisitor();
  const page = await visit(browser, address);
  await page.goto("/register");
  await page.getByLabel("手机号", { exact: true }).fill(mobile);
  const ask = () => solvePuzzle(page, baseURL!, () => page.getByRole("button", { name: "发送验证码" }).click());
  await page.getByLabel("短信验证码").fill(await codeAfter(sandbox(baseURL), mobile, ask));
  await expect(page.getByText("秒后可重发")).toBeVisible();
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
  test.slow();
  const driver = sandbox(baseURL);
  const merchant = await driver.registerMerchant();
  const email = `owner-${merchant.mobile}@shop.test`;
  const page = await visit(browser, merchant.address);
  await signIn(page, merchant.mobile, merchant.password);
  await page.goto("/bindMail");
  await page.getByLabel("邮箱", { exact: true }).fill(email);
  await breakCode(page, baseURL, email, identity.sendBindEmailCode, "邮箱验证码");
  await breakCode(page, baseURL, merchant.mobile, identity.sendStepUpCode, "已绑定手机收到的验证码");
  await page.getByRole("button", { name: "绑定邮箱" }).click();
  await page.waitForURL(/\/bindMail\/success$/);
  await page.getByRole("link", { name: "去首页", exact: true }).click();
  await page.waitForURL(/\/home$/);
  await signIn(page, email, merchant.password);

  // Whoever has only a mailbox, as accounts from before phones were asked for, binds a phone with a code to each.
  const { mobile } = newVisitor();
  await tellBrowserDatabase(
    `with phone as (delete from merchant_directory where kind = 'mobile' and owner_id = $1)
     update merchant_user set mobile = null where merchant_id = $1`,
    [merchant.userId],
  );
  await page.goto("/bindPhone");
  await page.getByLabel("手机号", { exact: true }).fill(mobile);
  await breakCode(page, baseURL, mobile, identity.sendBindMobileCode, "短信验证码");
  await fillCode(page, driver, "已绑定邮箱收到的验证码", email);
  await page.getByRole("button", { name: "绑定手机" }).click();
  await page.waitForURL(/\/success/);
  await signIn(page, mobile, merchant.password);
});

test("who strangers have kept out by guessing comes in with a code, over a line that breaks", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const driver = sandbox(baseURL);
  const merchant = await driver.registerMerchant();
  const call = createCall(baseURL!);
  for (let guess = 1; guess <= 10; guess++) {
    const { address } = newVisitor();
    const param = guess > 3 ? await driver.captchaTicket(address) : undefined;
    const wrong = { username: merchant.mobile, password: `Guess-${guess}-pass`, ...(param && { param }) };
    await expect(call(identity.login, wrong, { address })).rejects.toMatchObject({ reason: "identity.wrong_password" });
  }
  const page = await visit(browser);
  await page.goto("/login");
  await page.getByLabel("手机号或邮箱").fill(merchant.mobile);
  await page.getByLabel("密码", { exact: true }).fill(merchant.password);
  await solvePuzzle(page, baseURL!, () => page.getByRole("button", { name: "登录", exact: true }).click());
  const byCode = page.getByRole("button", { name: "用短信验证码登录" });
  const code = await codeAfter(driver, merchant.mobile, () =>
    pressTwice(page, identity.sendSignInCode, byCode, () => solvePuzzle(page, baseURL!, () => byCode.click())),
  );
  await page.getByLabel("验证码已发到").fill(code);
  await page.waitForURL(/\/home$/);
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
  await expect(page.getByLabel("手机号或邮箱")).toBeFocused();
  for (let tries = 1; tries <= 3; tries++) {
    // The words of the try before still stand there: only the answer tells that this one was looked at.
    const answered = page.waitForResponse((response) => response.url().endsWith("/login"));
    await fillSignIn(page, merchant.mobile, `Wrong-${tries}-pass`);
    await answered;
    await expect(page.getByText("手机号或密码不对")).toBeVisible();
    if (tries === 2) await expect(page.getByText("再错一次要先完成验证")).toBeVisible();
  }
  await page.getByLabel("密码", { exact: true }).fill(merchant.password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  const handle = page.getByRole("slider");
  await handle.press("ArrowRight");
  await solvePuzzle(page, baseURL!, async () => {
    await handle.press("Enter");
    // A wrong one says so, and another puzzle stands there from its beginning.
    await expect(handle).toHaveAttribute("aria-valuenow", "0");
    await expect(page.getByText("没有对准，请再试一次")).toBeVisible();
  });
  await page.waitForURL(/\/home$/);
});

test("a forgotten password is set anew and the old one is worthless", async ({ browser, baseURL }) => {
  const driver = sandbox(baseURL);
  const merchant = await driver.registerMerchant();
  const page = await visit(browser);
  await page.goto("/findPwd");
  await page.getByLabel("手机号或邮箱").fill(merchant.mobile);
  const get = page.getByRole("button", { name: "获取验证码" });
  const ask = () => pressTwice(page, identity.sendResetCode, get, () => solvePuzzle(page, baseURL!, () => get.click()));
  const sentCode = await codeAfter(driver, merchant.mobile, ask);
  await expect(page.getByText(/验证码已发到/)).toContainText(merchant.mobile.slice(-4));
  await page.getByLabel("验证码已发到").fill(sentCode);
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
  const slider = page.getByRole("slider");
  await expect(slider).toBeVisible();
  // A wrong one is told before the next puzzle takes its place.
  const told = Promise.withResolvers<void>();
  await page.route("**/captcha/slider", async (route) => {
    if (route.request().method() === "GET") await told.promise;
    await route.continue();
  });
  await slider.press("ArrowRight");
  await slider.press("Enter");
  await expect(page.getByText("没有对准，请再试一次")).toBeVisible();
  told.resolve();
  // It stays told while the next one stands at its beginning.
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await expect(page.getByText("没有对准，请再试一次")).toBeVisible();
});

/** Stands in for the provider: its script opens no window, and what it hands over is what a person would have earned. */
const FAKE_SCRIPT = `window.initGeetest4 = ({ captchaId }, ready) => {
  const after = {};
  const captcha = {
    onReady: (then) => (setTimeout(then), captcha), onSuccess: (then) => ((after.success = then), captcha),
    onClose: () => captcha, onError: () => captcha, showCaptcha: () => after.success(),
    getValidate: () => ({ captcha_id: captchaId, lot_number: "lot", captcha_output: "out", pass_token: "pass", gen_time: "1" }),
  };
  ready(captcha);
};`;

test("where a captcha service is configured, its script comes when it is needed and its proof goes to our server", async ({
  browser,
}) => {
  const page = await visit(browser);
  const loaded: string[] = [];
  await page.route("https://static.geetest.com/**", (route) => {
    loaded.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: FAKE_SCRIPT });
  });
  await page.route("**/register", async (route) => {
    const answer = await route.fetch();
    const { "content-security-policy": policy = "", ...headers } = answer.headers();
    const opened = policy.replace("script-src 'self'", "script-src 'self' https://*.geetest.com");
    return route.fulfill({ response: answer, headers: { ...headers, "content-security-policy": opened } });
  });
  const answering = (data: object) => ({ json: { code: "10000", msg: "", data } });
  let proof = "";
  await page.route("**/guest/outside/captcha", (route) => {
    if (route.request().method() === "GET") return route.fulfill(answering({ provider: "geetest", id: "public-id" }));
    proof = (route.request().postDataJSON() as { proof: string }).proof;
    return route.fulfill(answering({ ticket: "no ticket of ours", expiresInSeconds: 300 }));
  });
  await page.goto("/register");
  await page.getByLabel("手机号", { exact: true }).fill(newVisitor().mobile);
  expect(loaded).toEqual([]);
  await page.getByRole("button", { name: "发送验证码" }).click();
  // A ticket that is not ours is refused like an old one: the provider's word counts only through our server.
  await expect(page.getByText("验证已过期")).toBeVisible();
  expect(loaded).toEqual(["https://static.geetest.com/v4/gt4.js"]);
  expect(JSON.parse(proof)).toMatchObject({ captcha_id: "public-id", lot_number: "lot", pass_token: "pass" });
});
