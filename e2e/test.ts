import { newVisitor } from "@coralhub/testkit";
import { test as base } from "@playwright/test";
import { recordCalls } from "./record-calls.ts";

export const test = base.extend<{ closeWindows: void; calls: void }>({
  /** Every journey comes from somewhere else: limits per address then never tie two of them together. */
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) =>
    provide({ ...extraHTTPHeaders, "x-forwarded-for": newVisitor().address }),
  /** Windows a journey opened beside its own page are closed with it: left open, they go on working and slow the next ones. */
  closeWindows: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
  calls: [
    async ({ browser }, use, journey) => (process.env["RECORD_CALLS"] ? recordCalls(browser, journey, use) : use()),
    { auto: true },
  ],
});

export { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
