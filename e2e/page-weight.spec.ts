import { CAMPAIGN_PAGES } from "@coralhub/domain";
import type { Request } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { expect, test } from "./test.ts";

/** What a first visit may ask for, gzipped: marketing pages are entry pages, no heavier than the sign-in. */
const MOST_BYTES = 80 * 1024;
const ADDRESSES = [
  "/login",
  ...Object.values(CAMPAIGN_PAGES).map(({ path }) => path),
  "/taxrefundservices",
  "/bridgeEasyLoan",
  "/unsubscribe?token=none",
];

test("the first pages carry at most 80 KB of script", async ({ page, request }) => {
  for (const address of ADDRESSES) {
    const scripts = new Set<string>();
    const note = (asked: Request) => {
      if (/\/assets\/.*\.js$/.test(asked.url())) scripts.add(asked.url());
    };
    page.on("request", note);
    await page.goto(address, { waitUntil: "networkidle" });
    page.off("request", note);
    const bodies = await Promise.all([...scripts].map(async (url) => (await request.get(url)).body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(bytes, `${address}: ${[...scripts].join("\n")}`).toBeLessThanOrEqual(MOST_BYTES);
  }
});

test("fault 12: the sign-in asks for no captcha code until a captcha is needed", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (asked) => {
    if (/captcha[^/]*\.js$/.test(asked.url())) scripts.push(asked.url());
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByLabel("手机号或邮箱").fill("13912345678");
  await page.getByLabel("密码", { exact: true }).fill("Wrong#2026");
  expect(scripts).toEqual([]);
  // The server's own word, without real wrong passwords: those would ask every other journey of this address for one.
  const answer = { code: "12002", reason: "identity.captcha_required", msg: "请先完成人机验证" };
  await page.route(/\/login$/, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 403, json: answer }) : route.fallback(),
  );
  await page.getByRole("button", { name: "登录", exact: true }).click();
  const asked = page.getByRole("dialog");
  await expect(asked).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
});
