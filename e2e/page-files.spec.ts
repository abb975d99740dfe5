import { addressOf, type Address } from "@coralhub/domain";
import { enterPortal, demoMerchant } from "./portal-steps.ts";
import { waitUntilShown } from "./page-health.ts";
import { expect, test } from "./test.ts";

/** On a slow line each file is a round trip. */
const MOST = 30;
const PAGES: readonly Address[] = [addressOf("home"), addressOf("income"), addressOf("stores")];

for (const address of PAGES) {
  test(`a cold ${address} asks for few files before its content shows`, async ({ context, baseURL, page }) => {
    await enterPortal(context, await demoMerchant(baseURL!, "13800000001"));
    const files: string[] = [];
    page.on("request", (request) => {
      if (/\/assets\/.*\.(js|css)$/.test(request.url())) files.push(request.url());
    });
    await page.goto(address);
    await waitUntilShown(page);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(MOST);
  });
}
