import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall, newVisitor, type TestMerchant } from "@coralhub/testkit";
import { expect, test, type Browser, type Page } from "./test.ts";
import { breakCode, loseCodeAnswer } from "./broken-line-steps.ts";
import { choose, dynamicCode } from "./console-steps.ts";
import { codeAfter, fillCode, fillSignIn, sandbox, signIn, visit } from "./portal-steps.ts";

const { identity } = ALL_ENDPOINTS;

async function newMerchant(browser: Browser, baseURL: string): Promise<{ merchant: TestMerchant; page: Page }> {
  const merchant = await sandbox(baseURL).registerMerchant();
  const page = await visit(browser, merchant.address);
  await signIn(page, merchant.mobile, merchant.password);
  return { merchant, page };
}

test("a password is changed, the other devices are out, this one stays", async ({ browser, baseURL }) => {
  const { merchant, page } = await newMerchant(browser, baseURL!);
  const other = await visit(browser);
  await signIn(other, merchant.mobile, merchant.password);
  await page.goto("/nav/alterPwd");
  await page.getByLabel("原密码").fill("Not-it-1234");
  await page.getByLabel("新密码").fill("Lantern-fish-9");
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByText("原密码不对，请重新输入")).toBeVisible();
  await page.getByLabel("原密码").fill(merchant.password);
  await page.getByRole("button", { name: "修改密码" }).click();
  await expect(page.getByRole("heading", { name: "密码已修改" })).toBeVisible();
  await page.getByRole("link", { name: "查看基本信息" }).click();
  await expect(page.getByText("1 台设备已登录")).toBeVisible();
  await other.waitForURL(/\/login\?redirect=1$/);
  await fillSignIn(other, merchant.mobile, "Lantern-fish-9");
  await other.waitForURL(/\/home$/);
});

test("a phone is replaced with the old one in hand", async ({ browser, baseURL }) => {
  const { merchant, page } = await newMerchant(browser, baseURL!);
  const driver = sandbox(baseURL);
  const { mobile } = newVisitor();
  await page.goto("/nav/alterPhone");
  await loseCodeAnswer(page, baseURL, merchant.mobile, identity.sendMobileChangeCode, "原手机收到的验证码");
  await page.getByLabel("新手机号").fill(mobile);
  await fillCode(page, driver, "新手机收到的验证码", mobile);
  await page.getByRole("button", { name: "更换手机" }).click();
  await expect(page.getByRole("heading", { name: "登录手机已更换" })).toBeVisible();
  await signIn(page, mobile, merchant.password);
});

test("a phone without the old one waits, and the change can be called back", async ({ browser, baseURL }) => {
  const { page } = await newMerchant(browser, baseURL!);
  const { mobile } = newVisitor();
  await page.goto("/nav/alterPhone");
  await page.getByRole("button", { name: "原手机已停用" }).click();
  await page.getByLabel("新手机号").fill(mobile);
  await fillCode(page, sandbox(baseURL), "新手机收到的验证码", mobile);
  await page.getByRole("button", { name: "更换手机" }).click();
  await expect(page.getByText("申请已收到")).toBeVisible();
  await page.goto("/nav/myNumber");
  await page.getByRole("button", { name: "取消更换" }).click();
  await expect(page.getByText("已取消更换")).toBeVisible();
});

test("an e-mail is replaced with the old one at hand", async ({ browser, baseURL }) => {
  const { merchant, page } = await newMerchant(browser, baseURL!);
  const driver = sandbox(baseURL);
  const [before, after] = [`first-${merchant.mobile}@shop.test`, `second-${merchant.mobile}@shop.test`];
  const call = createCall(baseURL!);
  const { token } = merchant;
  const captcha = await codeAfter(driver, before, () => call(identity.sendBindEmailCode, { email: before }, { token }));
  const ownCode = await codeAfter(driver, merchant.mobile, () => call(identity.sendStepUpCode, {}, { token }));
  await call(identity.bindEmail, { email: before, captcha, ownCode }, { token });
  await page.goto("/nav/alterEmail");
  await breakCode(page, baseURL, before, identity.sendEmailChangeCode, "原邮箱收到的验证码");
  await page.getByLabel("新邮箱", { exact: true }).fill(after);
  await fillCode(page, driver, "新邮箱收到的验证码", after);
  await page.getByRole("button", { name: "更换邮箱" }).click();
  await expect(page.getByRole("heading", { name: "邮箱已更换" })).toBeVisible();
});

test.describe("lists", () => {
  test("a contact address is chosen from the list of regions, and written abroad @phone", async ({
    browser,
    baseURL,
  }) => {
    const { page } = await newMerchant(browser, baseURL!);
    await page.goto("/nav/myNumber");
    const edit = page.getByRole("button", { name: "编辑联系地址" });
    const form = page.getByRole("form", { name: "编辑联系地址" });
    const pick = (label: string, name: string) => choose(page.getByLabel(label), name, name);
    await edit.click();
    await form.getByRole("button", { name: "保存" }).click();
    await expect(form.getByText("请选择省份")).toBeVisible();
    await pick("省份", "广东省");
    await pick("城市", "深圳市");
    await pick("区县", "南山区");
    await form.getByLabel("详细地址").fill("海天一路 8 号");
    await form.getByRole("button", { name: "保存" }).click();
    await expect(page.getByText("广东省深圳市南山区海天一路 8 号")).toBeVisible();
    // A municipality is its own only city: nobody is asked for it, and it is not written twice.
    await edit.click();
    await pick("省份", "北京市");
    await pick("区县", "朝阳区");
    await form.getByRole("button", { name: "保存" }).click();
    await expect(page.getByText("北京市朝阳区海天一路 8 号")).toBeVisible();
    await edit.click();
    await pick("省份", "海外");
    await form.getByLabel("国家和城市").fill("新加坡");
    await form.getByRole("button", { name: "保存" }).click();
    await expect(page.getByText("海外新加坡海天一路 8 号")).toBeVisible();
  });
});

test("a login that expires in the middle of a form keeps what was typed", async ({ browser, baseURL }) => {
  const { merchant, page } = await newMerchant(browser, baseURL!);
  const { mobile } = newVisitor();
  await page.goto("/nav/alterPhone");
  await page.getByLabel("新手机号").fill(mobile);
  // The session ends behind the page's back; the page hears of it and leaves by itself.
  const token = await page.evaluate<string>("sessionStorage.getItem('token')");
  await createCall(baseURL!)(identity.logout, {}, { token });
  await page.waitForURL(/\/login\?redirect=1$/);
  await expect(page.getByText("登录已过期，请重新登录")).toHaveCount(1);
  await expect(page.getByText("填写的内容还在")).toBeVisible();
  await fillSignIn(page, merchant.mobile, merchant.password);
  await page.waitForURL(/\/nav\/alterPhone$/);
  await expect(page.getByLabel("新手机号")).toHaveValue(mobile);
});

test("a message arrives live in a second tab", async ({ browser, baseURL }) => {
  const { merchant, page } = await newMerchant(browser, baseURL!);
  const second = await page.context().newPage();
  await signIn(second, merchant.mobile, merchant.password);
  await second.getByRole("link", { name: /^消息/ }).click();
  await expect(second.getByRole("heading", { name: "消息", level: 1 })).toBeVisible();
  // Of this browser the owner was told, too, and was welcomed before that.
  const told = second.getByRole("region", { name: "消息列表" }).getByText(/新设备登录/);
  await expect(told).toHaveCount(1);
  await expect(page.getByRole("link", { name: "消息，2 条未读" })).toBeVisible();
  // Someone signs in from a browser that was never seen before: the owner is told.
  const stranger = await visit(browser);
  await signIn(stranger, merchant.mobile, merchant.password);
  await expect(page.getByRole("link", { name: "消息，3 条未读" })).toBeVisible();
  await expect(told).toHaveCount(2);
});

test("two-step verification is switched on, asked for, and switched off", async ({ browser, baseURL }) => {
  const { merchant, page } = await newMerchant(browser, baseURL!);
  const driver = sandbox(baseURL);
  await page.goto("/nav/myNumber");
  await page.getByRole("switch", { name: "两步验证" }).click();
  const proof = page.getByRole("dialog", { name: "确认是您本人" });
  // Someone who just signed in with a password may still have to prove the phone.
  await expect(proof.or(page.getByAltText(/两步验证二维码/)).first()).toBeVisible();
  if (await proof.isVisible()) {
    // One dialog at a time: the one that wanted it stands back.
    await expect(page.getByRole("dialog")).toHaveCount(1);
    const ask = () => proof.getByRole("button", { name: "发送验证码" }).click();
    await proof.getByLabel("短信验证码").fill(await codeAfter(driver, merchant.mobile, ask));
    await proof.getByRole("button", { name: "确认", exact: true }).click();
  }
  const secret = (await page.locator(".totp-qr .mono").textContent())!.replaceAll(/\s/g, "");
  await page.getByLabel("6 位动态码").fill(dynamicCode(secret));
  await expect(page.getByText("只显示这一次")).toBeVisible();
  const [recovery] = await page.locator(".totp-codes li").allTextContents();
  await page.getByRole("button", { name: "我已保存" }).click();

  const elsewhere = await visit(browser);
  await elsewhere.goto("/login");
  await fillSignIn(elsewhere, merchant.mobile, merchant.password);
  await elsewhere.getByLabel("动态码").fill(recovery!);
  await elsewhere.getByRole("button", { name: "登录", exact: true }).click();
  await elsewhere.waitForURL(/\/home$/);

  await page.goto("/nav/myNumber");
  await page.getByRole("switch", { name: "两步验证" }).click();
  await page.getByLabel("动态码或备用码").fill(dynamicCode(secret, 1));
  await page.getByRole("button", { name: "关闭两步验证" }).click();
  await expect(page.getByText("两步验证已关闭")).toBeVisible();
});
