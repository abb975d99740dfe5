import type { BrowserContext } from "@playwright/test";
import { addressOf } from "@coralhub/domain";
import { RICH } from "./portal-page-list.ts";
import { demoMerchant, enterPortal } from "./portal-steps.ts";
import { waitUntilShown } from "./page-health.ts";
import { expect, test } from "./test.ts";

/** Holds the application's files back until it is told to let them through. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a page's name and bar stand there before the application, which takes over what was asked @phone", async ({
  context,
  page,
  baseURL,
}) => {
  await enterPortal(context, await demoMerchant(baseURL!, RICH));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdScripts(context);
  await page.goto(addressOf("income"), { waitUntil: "commit" });
  const frame = page.locator("#first-frame");
  await expect(frame.getByText("收款记录", { exact: true })).toBeVisible();
  await expect(frame.getByText("首页", { exact: true }).filter({ visible: true })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "收款记录", level: 1 })).toBeVisible();
  await expect(frame).toHaveCount(0);
  await waitUntilShown(page);
  expect(asked.filter((path) => path === "/api/user/in")).toHaveLength(1);
});

test("who is not signed in sees nothing of a page before the sign-in", async ({ context, page }) => {
  const release = await holdScripts(context);
  await page.goto(addressOf("income"), { waitUntil: "commit" });
  await expect(page.locator("#first-frame")).toBeHidden();
  release();
  await page.waitForURL(/\/login$/);
});
