import { expect, test } from "./test.ts";
import { enterConsole } from "./console-steps.ts";
import { expectWellMade, waitUntilShown, watchErrors } from "./page-health.ts";

const PAGES = [
  "/certification",
  "/certification/statistics",
  "/merchants",
  "/recoveries",
  "/applications",
  "/stores",
  "/collections",
  "/collections/unclaimed",
  "/collections/accounts",
  "/platforms",
  "/sandbox",
  "/audit",
  "/settings/flags",
  "/settings/operators",
  "/settings/system",
  "/security",
  "/nowhere",
];

for (const path of ["/login", "/style", ...PAGES]) {
  test(`${path} is accessible and fits its window @phone`, async ({ page, baseURL }) => {
    if (PAGES.includes(path)) await enterConsole(page, baseURL!);
    const errors = watchErrors(page);
    await page.goto(`/ops${path}`);
    // The style page shows what waiting looks like, so it never stops waiting.
    if (path === "/style") await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    else await waitUntilShown(page);
    await expectWellMade(page);
    expect(errors).toEqual([]);
  });
}

test("the search box is one key away", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!);
  await page.goto("/ops/security");
  await expect(page.getByRole("heading", { name: "我的安全" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: /查找商户/ })).toBeFocused();
  await page.keyboard.type("13800000001");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "深圳市南屿科技有限公司" })).toBeVisible();
  await page.getByRole("link", { name: "深圳市南屿科技有限公司" }).click();
  await expect(page.getByText("本次查看已记入审计日志")).toBeVisible();
});
