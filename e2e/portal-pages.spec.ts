import { PLATFORMS } from "@coralhub/domain";
import { expect, test } from "./test.ts";
import { expectWellMade, follow, waitUntilShown, watchErrors } from "./page-health.ts";
import { bindPath, merchantPages, RICH } from "./portal-page-list.ts";
import { demoMerchant, enterPortal, fillSignIn, sandbox, signIn } from "./portal-steps.ts";

test("a merchant with money sees it at home @phone", async ({ page }) => {
  await signIn(page, RICH);
  await waitUntilShown(page);
  // In pounds: other journeys pay this merchant in dollars.
  await expect(page.getByRole("list", { name: "各币种余额" })).toContainText("12,764.18");
  for (const name of ["提现", "付款", "换汇"])
    await expect(page.getByRole("main").getByRole("link", { name, exact: true }).first()).toBeVisible();
  await expect(page.getByText("收入趋势")).toBeVisible();
  await expectWellMade(page);
});

test("every platform has its page, one click after the other", async ({ context, page, baseURL }) => {
  test.slow();
  await enterPortal(context, await demoMerchant(baseURL!, RICH));
  const errors = watchErrors(page);
  await page.goto("/bindshop");
  for (const { routeKey, name } of PLATFORMS) {
    await waitUntilShown(page);
    await follow(page, bindPath(routeKey));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await waitUntilShown(page);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"), name).toBeLessThanOrEqual(
      0,
    );
  }
  expect(errors).toEqual([]);
});

test("without a token every protected page leads to the login page", async ({ context }) => {
  test.slow();
  const waiting = [...merchantPages];
  const walk = async () => {
    const page = await context.newPage();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await page.goto(next, { waitUntil: "commit" });
      await page.waitForURL(/\/login$/, { waitUntil: "commit" });
    }
  };
  await Promise.all([walk(), walk(), walk()]);
});

test("root, unknown addresses and platforms' answers go where the specification says", async ({
  context,
  page,
  baseURL,
}) => {
  await page.goto("/");
  await page.waitForURL(/\/login$/);
  await enterPortal(context, await sandbox(baseURL).registerMerchant());
  await page.goto("/mesage");
  await page.waitForURL(/\/404\?/);
  await expect(page.getByText("您是不是要找")).toBeVisible();
  for (const [query, target] of [
    ["code=c1&state=s1", "/bindshop/success"],
    ["spapi_oauth_code=a1&state=s2&selling_partner_id=A1B2C3", "/bindshop/amazonsuccess"],
  ] as const) {
    const landed = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().includes(`${target}?`),
    );
    await page.goto(`/login?${query}`);
    expect((await landed).url()).toBe(`${baseURL}${target}?${query}`);
    // A state nobody handed out binds nothing, and is answered in words.
    await expect(page.getByRole("heading", { name: "店铺授权", level: 1 })).toBeVisible();
    await expect(page.getByText("这次授权没有生效")).toBeVisible();
  }
});

test("the login page forgets the session, and a return address never leads off the site", async ({ page, baseURL }) => {
  const merchant = await sandbox(baseURL).registerMerchant();
  await page.goto("/help");
  await page.evaluate(`
    sessionStorage.setItem("token", "stale"); sessionStorage.setItem("authRecord", "{}");
    sessionStorage.setItem("userSourceCount", "3"); localStorage.setItem("amazonUrl", "https://sellercentral.test");
    sessionStorage.setItem("returnTo", "//evil.test/steal")`);
  await page.goto("/login?redirect=https://evil.test/");
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible();
  const kept = await page.evaluate<unknown>(
    `["token", "authRecord", "userSourceCount"].map((key) => sessionStorage.getItem(key)).concat(localStorage.getItem("amazonUrl"))`,
  );
  expect(kept).toEqual([null, null, null, null]);
  await fillSignIn(page, merchant.mobile, merchant.password);
  await page.waitForURL(`${baseURL}/home`);
});

test("the not-passed banner stands on a rejected merchant's pages and on no other's", async ({ browser }) => {
  for (const [mobile, shown] of [
    ["13800000005", true],
    ["13800000001", false],
  ] as const) {
    const page = await browser.newPage();
    await page.goto("/login");
    await fillSignIn(page, mobile, "Coral#2026");
    await page.waitForURL(/\/home$/);
    const banner = page.getByText("您的实名信息审核未通过，暂时无法进行操作");
    // Messages can be read all the same.
    await page.goto("/message");
    await expect(page.getByRole("heading", { name: "消息", level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);
    await page.goto("/shopManage");
    await expect(page.getByRole("heading", { name: "店铺管理", level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(shown ? 1 : 0);
    if (shown) {
      await page.getByRole("link", { name: "前去查看" }).click();
      await page.waitForURL(/\/nav\/navEnd$/);
    }
    await page.close();
  }
});
