import { addressOf, PLATFORMS, PORTAL_ROUTES } from "@coralhub/domain";
import { expect, test } from "./test.ts";
import { expectStill, expectWellMade, waitUntilShown, type keepWindow } from "./page-health.ts";

/** Sells on several marketplaces: its pages have something on them. */
export const RICH = "13800000001";
const FULL_PAGES = /^\/(shopManage|multipleStores|bigAccount|bigIncome|bindshop|amazonCollection)/;
export const bindPath = (routeKey: string) => `/bindshop/${routeKey}`;
/** All platforms share five forms: one of each is looked at closely, all of them are opened. */
const oneOfEach = new Set(
  Map.groupBy(PLATFORMS, ({ connect }) => connect.by)
    .values()
    .map(([first]) => bindPath(first!.routeKey)),
);
const otherPlatforms = new Set(
  PLATFORMS.map(({ routeKey }) => bindPath(routeKey)).filter((path) => !oneOfEach.has(path)),
);
const merchantRows = PORTAL_ROUTES.filter(
  (row) => row.access === "merchant" && !row.redirect && !otherPlatforms.has(row.path),
);
export const merchantPages: readonly string[] = merchantRows.map((row) => row.path);
/** Those that say more when there are shops and money, and those a newcomer does not have. */
export const fullPages: readonly string[] = merchantRows
  .filter((row) => FULL_PAGES.test(row.path) || row.flag)
  .map((row) => row.path);
export const newcomersPages = merchantPages.filter((path) => !fullPages.includes(path));
const LOST = addressOf("lost");
export const publicPages: readonly string[] = PORTAL_ROUTES.filter(
  (row) => row.access === "public" && !row.redirect,
).map((row) => row.path);

/** Pages of the application can be reached from each other; entry pages are documents of their own. */
type Window = ReturnType<typeof keepWindow>;
export function lookAt(window: Window, paths: readonly string[], within: "application" | "documents"): void {
  for (const path of paths) {
    test(`${path} is accessible and fits its window @phone`, async ({ isMobile }) => {
      const page = await window.open(path, isMobile && within === "application");
      await waitUntilShown(page);
      // What is hidden from somebody would pass unseen.
      if (path !== LOST) expect(new URL(page.url()).pathname).not.toBe(LOST);
      await expectWellMade(page);
      await expectStill(page);
      expect(window.errors()).toEqual([]);
    });
  }
}
