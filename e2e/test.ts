import { test as base } from "@playwright/test";

/** Windows a journey opened beside its own page are closed with it: left open, they go on working and slow the next ones. */
export const test = base.extend<{ closeWindows: void }>({
  closeWindows: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
