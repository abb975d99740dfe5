import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { enterConsole } from "./console-steps.ts";

const PAGES = [
  "/certification",
  "/certification/statistics",
  "/merchants",
  "/recoveries",
  "/applications",
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
    // Every part in both themes: four thousand elements to look at.
    test.slow(path === "/style");
    if (PAGES.includes(path)) await enterConsole(page, baseURL!);
    const broken: string[] = [];
    page.on("pageerror", (error) => broken.push(error.message));
    page.on("console", (message) => message.type() === "error" && broken.push(message.text()));
    await page.goto(`/ops${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: 45_000 });
    await page.waitForLoadState("networkidle");
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual(
      [],
    );
    const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    expect(broken).toEqual([]);
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
