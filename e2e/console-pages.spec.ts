import { setTimeout as delay } from "node:timers/promises";
import { CONSOLE_ROUTES } from "@coralhub/domain";
import { expect, test, type Page } from "./test.ts";
import { adminCalls, enterConsole } from "./console-steps.ts";
import { expectStill, expectWellMade, keepWindow, waitUntilShown } from "./page-health.ts";
import { RICH } from "./portal-page-list.ts";
import { runJobNow } from "./portal-steps.ts";

/** Every page of the table that needs nothing but its address; `/` leads on to one of them. */
const PAGES = CONSOLE_ROUTES.filter(
  ({ path, access }) => access !== "public" && path !== "/" && !path.includes("$"),
).map(({ path }) => path);

async function look(window: ReturnType<typeof keepWindow>, path: string, byLink: boolean): Promise<void> {
  const page = await window.open(`/ops${path}`, byLink);
  // The style page shows what waiting looks like, so it never stops waiting.
  if (path === "/style") await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  else await waitUntilShown(page);
  // Before the long look: a live page moves, rightly, when something happens meanwhile.
  await expectStill(page);
  await expectWellMade(page);
  if (!byLink) await expectFits(page, SMALL_DESK);
  expect(window.errors()).toEqual([]);
}

/** Long after the books themselves. */
const LATE_MS = 2_000;
/** The smallest screen a desk is worked at. */
const SMALL_DESK = { width: 1024, height: 768 };

async function expectFits(page: Page, size: typeof SMALL_DESK): Promise<void> {
  const usual = page.viewportSize()!;
  await page.setViewportSize(size);
  await expect
    .poll(() => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"))
    .toBeLessThanOrEqual(0);
  await page.setViewportSize(usual);
}

function lookAt(paths: readonly string[], window: ReturnType<typeof keepWindow>): void {
  for (const path of paths) {
    test(`${path} is accessible, fits its window and stands still @phone`, ({ isMobile }) =>
      look(window, path, isMobile));
  }
}

test.describe("for everybody", () => lookAt(["/login", "/style"], keepWindow()));
test.describe("for an admin", () => {
  const window = keepWindow(enterConsole);
  lookAt([...PAGES, "/nowhere"], window);
  test("a merchant's page is accessible, fits its window and stands still @phone", async ({ isMobile, baseURL }) => {
    const [merchant] = await (await adminCalls(baseURL!)).searchMerchants({ text: RICH });
    await look(window, `/merchants/${merchant!.id}`, isMobile);
  });
});

test.describe("with late proofs", () => {
  const window = keepWindow(async (context, baseURL) => {
    await enterConsole(context, baseURL);
    await context.route(/\/ledger\/invariants/, async (route) => {
      const reply = await route.fetch();
      await delay(LATE_MS);
      await route.fulfill({ response: reply });
    });
  });
  const proven = async () => {
    const page = await window.open("/ops/ledger", false);
    await expect(page.getByText("每日封存")).toBeVisible();
    return page;
  };
  test("the books stand still", async () => {
    await runJobNow("ledger.check-invariants");
    await expect.poll(async () => (await proven()).getByText("还没有核对过").count()).toBe(0);
    await expectStill(await proven());
  });
});

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

test("the side bar is folded, unfolded and followed by keyboard on a small screen", async ({ page, baseURL }) => {
  await page.setViewportSize(SMALL_DESK);
  await enterConsole(page, baseURL!, "finance");
  await page.goto("/ops/security");
  await expect(page.getByRole("heading", { name: "我的安全" })).toBeVisible();
  const bar = page.getByRole("navigation", { name: "主导航" });
  const group = bar.getByRole("button", { name: /^账务/ });
  const desk = bar.getByRole("link", { name: /^总账/ });
  await group.focus();
  await page.keyboard.press("Enter");
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect(desk).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(desk).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(desk).toHaveAttribute("aria-current", "page");
  await waitUntilShown(page);

  const whole = bar.getByRole("button", { name: /导航$/ });
  await whole.focus();
  await page.keyboard.press("Enter");
  await expect(whole).toHaveAttribute("aria-expanded", "false");
  await expect(bar.getByRole("link")).toHaveCount(0);
  await expectWellMade(page);
  await page.reload();
  await waitUntilShown(page);
  await expect(bar.getByRole("link")).toHaveCount(0);
  await whole.focus();
  await page.keyboard.press("Enter");
  await expect(desk).toBeVisible();
  await expectWellMade(page);
});
