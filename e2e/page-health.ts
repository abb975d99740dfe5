import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, type BrowserContext, type Page } from "./test.ts";

const require = createRequire(import.meta.url);
/** Without the white space of `axe.source`: it goes into every page that is looked at, and is half as much to hand over. */
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

type Problem = { id: string; where: string[] };

/**
 * What a screen reader user could not get past, as axe finds it. Run in the page itself: a page opened only to collect
 * results costs more than the looking.
 */
async function seriousProblems(page: Page, within: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate<Problem[]>(`axe
    .run(${JSON.stringify(within)}, { resultTypes: ["violations"] })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(" ")) })))`);
  return found.map(({ id, where }) => `${id}: ${where.join(", ")}`);
}

/** Nothing serious for a screen reader, and nothing sticks out of the window. */
export async function expectWellMade(page: Page, within = "html"): Promise<void> {
  const where = new URL(page.url()).pathname;
  // A button that still works on something is paler than it will be: whoever looks at the page waits for it.
  await expect(page.locator(".ant-btn-loading"), where).toHaveCount(0);
  expect(await seriousProblems(page, within), where).toEqual([]);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"), where).toBeLessThanOrEqual(
    0,
  );
}

/** Every error the page makes from now on; empty in a healthy one. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return errors;
}

/** How far what was already there has moved by itself: more than this, and a thumb hits the wrong thing. */
const MOST_SHIFT = 0.05;
const WATCH_SHIFTS = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });`;
export async function expectStill(page: Page): Promise<void> {
  const where = new URL(page.url()).pathname;
  expect(await page.evaluate<number>("window.shifted"), `${where} moved`).toBeLessThanOrEqual(MOST_SHIFT);
}

type Enter = (context: BrowserContext, baseURL: string) => Promise<void>;

/**
 * One window for page after page of a file: opening a browser anew for each takes longer than looking at it. Small
 * screens go from page to page as a link does, large ones load each by its own address: both ways have to work.
 */
export function keepWindow(enter: Enter = async () => undefined) {
  let page: Page;
  let errors: string[];
  test.beforeAll(async ({ browser, baseURL }) => {
    const context = await browser.newContext();
    await enter(context, baseURL!);
    await context.addInitScript(WATCH_SHIFTS);
    page = await context.newPage();
    errors = watchErrors(page);
  });
  test.afterAll(() => page.context().close());
  return {
    async open(path: string, byLink: boolean): Promise<Page> {
      errors.length = 0;
      if (byLink && page.url() !== "about:blank") await follow(page, path);
      else await page.goto(path);
      return page;
    },
    /** What the page that was opened last complained about. */
    errors: () => [...errors],
  };
}

/** As a link does: the application is there already, and stays. Over when another page has come. */
export async function follow(page: Page, path: string): Promise<void> {
  const before = await page.evaluate<string>(`(() => {
    const heading = document.querySelector("h1");
    heading?.setAttribute("data-left", "");
    window.shifted = 0;
    history.pushState(null, "", ${JSON.stringify(path)});
    return heading?.textContent ?? "";
  })()`);
  // Pages of one kind keep their heading and change its words.
  const come = page.locator("h1:not([data-left])").or(page.locator("h1").filter({ hasNotText: before }));
  // A page that cannot be opened without more leads back to where one came from.
  const turned = `location.pathname !== ${JSON.stringify(path.split("?")[0])}`;
  await expect.poll(async () => (await come.first().isVisible()) || (await page.evaluate<boolean>(turned))).toBe(true);
}

/** The event stream never rests, so a page is ready when nothing on it waits; `patience` where much is read for it. */
export async function waitUntilShown(page: Page, patience: { timeout?: number } = {}): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".waiting, [aria-busy=true]")).toHaveCount(0, patience);
}
