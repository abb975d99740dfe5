import { chromium } from "@playwright/test";
const base = process.argv[2];
const out = process.argv[3];
const pages = process.argv.slice(4);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
for (const [name, width, scheme] of [
  ["d", 1440, "light"],
  ["m", 390, "light"],
  ["k", 1440, "dark"],
]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  await page.goto(base + "/login");
  await page
    .getByLabel(/手机号|账号|登录名/)
    .first()
    .fill("13800000001");
  await page.getByLabel(/密码/).first().fill("Coral#2026");
  await page
    .getByRole("button", { name: /登\s*录/ })
    .first()
    .click();
  await page.waitForURL(/home/, { timeout: 60000 });
  for (const path of pages) {
    await page.goto(base + path);
    await page.waitForTimeout(3500);
    if (path.includes("exchange")) {
      const box = page.getByLabel("卖出", { exact: true });
      if (await box.count()) {
        await box.fill("1000");
        await page.waitForTimeout(2500);
      }
    }
    await page.screenshot({ path: `${out}/${name}-${path.replace(/[^a-zA-Z]/g, "_")}.png`, fullPage: true });
  }
  await context.close();
  if (process.env.ONLY === name) break;
}
await browser.close();
