import { CAMPAIGN_PAGES } from "@coralhub/domain";
import type { Request } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { expect, test } from "./test.ts";

/** What a first visit may ask for, gzipped. */
const MOST_BYTES = 80 * 1024;
const MARKETING = [
  ...Object.values(CAMPAIGN_PAGES).map(({ path }) => path),
  "/taxrefundservices",
  "/bridgeEasyLoan",
  "/unsubscribe?token=none",
];

test("the first pages carry at most 80 KB of script, and marketing pages no more than the sign-in", async ({
  page,
  request,
}) => {
  const weigh = async (address: string) => {
    const scripts = new Set<string>();
    const note = (asked: Request) => {
      if (/\/assets\/.*\.js$/.test(asked.url())) scripts.add(asked.url());
    };
    page.on("request", note);
    await page.goto(address, { waitUntil: "networkidle" });
    page.off("request", note);
    const bodies = await Promise.all([...scripts].map(async (url) => (await request.get(url)).body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    return { bytes, words: `${address}: ${[...scripts].join("\n")}` };
  };
  const login = await weigh("/login");
  expect(login.bytes, login.words).toBeLessThanOrEqual(MOST_BYTES);
  for (const address of MARKETING) {
    const { bytes, words } = await weigh(address);
    expect(bytes, words).toBeLessThanOrEqual(login.bytes);
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
