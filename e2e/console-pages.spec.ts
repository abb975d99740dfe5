import { expect, test } from "./test.ts";
import { enterConsole } from "./console-steps.ts";
import { expectWellMade, keepWindow, waitUntilShown } from "./page-health.ts";

const PAGES = [
  "/certification",
  "/certification/statistics",
  "/merchants",
  "/recoveries",
  "/deposits",
  "/deposits/openings",
  "/deposits/rates",
  "/stores",
  "/collections",
  "/collections/unclaimed",
  "/collections/accounts",
  "/payouts",
  "/orders",
  "/campaigns",
  "/campaigns/prizes",
  "/campaigns/pushes",
  "/campaigns/applications",
  "/coupons",
  "/invitations",
  "/platforms",
  "/sandbox",
  "/audit",
  "/settings/flags",
  "/settings/operators",
  "/settings/system",
  "/security",
  "/nowhere",
];

function lookAt(paths: readonly string[], window: ReturnType<typeof keepWindow>): void {
  for (const path of paths) {
    test(`${path} is accessible and fits its window @phone`, async ({ isMobile }) => {
      const page = await window.open(`/ops${path}`, isMobile);
      // The style page shows what waiting looks like, so it never stops waiting.
      if (path === "/style") await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      else await waitUntilShown(page);
      await expectWellMade(page);
      expect(window.errors()).toEqual([]);
    });
  }
}

test.describe("for everybody", () => lookAt(["/login", "/style"], keepWindow()));
test.describe("for an admin", () => lookAt(PAGES, keepWindow(enterConsole)));

test("the search box is one key away", async ({ page, baseURL }) => {
  await enterConsole(page, baseURL!);
  await page.goto("/ops/security");
  await expect(page.getByRole("heading", { name: "我的安全" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: /查找商户/ })).toBeFocused();
  await page.keyboard.type("13800000001");
  await expect(page.getByRole("option", { name: /深圳市南屿科技有限公司/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ops\/merchants\/[\da-f-]+$/);
  await expect(page.getByText("本次查看已记入审计日志")).toBeVisible();
});
