import { expect, test, type Page } from "./test.ts";
import { fillSignIn, codeAfter, sandbox, visit } from "./portal-steps.ts";

/** A phone or laptop with a fingerprint reader that always recognises its owner. */
async function holdAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, opens the door without a password, and proves who is there", async ({ browser, baseURL }) => {
  // Browsers bind passkeys to a name, never to a bare address.
  const site = baseURL!.replace("127.0.0.1", "localhost");
  const driver = sandbox(baseURL);
  const merchant = await driver.registerMerchant();
  const page = await visit(browser, merchant.address);
  await holdAuthenticator(page);
  const inside = () => page.waitForURL(({ pathname }) => pathname !== "/login");
  const signOut = async () => {
    await page.locator(".bar-account").click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.waitForURL(/\/login$/);
  };
  const signIn = async () => {
    await fillSignIn(page, merchant.mobile, merchant.password);
    await inside();
    await page.goto(`${site}/nav/myNumber`);
  };
  const row = page.locator(".secure-row").filter({ hasText: "用指纹、面容或设备密码登录" });
  const proof = page.getByRole("dialog", { name: "确认是您本人" });

  await page.goto(`${site}/login`);
  await signIn();
  await row.getByRole("button", { name: "添加" }).click();
  const ask = () => proof.getByRole("button", { name: "发送验证码" }).click();
  await proof.getByLabel("短信验证码").fill(await codeAfter(driver, merchant.mobile, ask));
  await proof.getByRole("button", { name: "确认", exact: true }).click();
  await expect(row.getByText("通行密钥 1")).toBeVisible();

  await signOut();
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await inside();

  await signOut();
  await signIn();
  await row.getByRole("button", { name: "移除通行密钥 1" }).click();
  await proof.getByRole("button", { name: "用通行密钥" }).click();
  await expect(page.getByText("已移除")).toBeVisible();
  await expect(row.getByText("通行密钥 1")).toBeHidden();

  await signOut();
  await page.getByRole("button", { name: "用通行密钥登录" }).click();
  await expect(page.getByText("通行密钥没有通过，请重试或改用密码")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/login");
});
