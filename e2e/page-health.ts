import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

type Problem = { id: string; where: string[] };

/**
 * What a screen reader user could not get past, as axe finds it. Run in the page itself: a page opened only to collect
 * results costs more than the looking.
 */
async function seriousProblems(page: Page, within: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
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

/** The event stream never rests, so a page is ready when nothing on it waits. */
export async function waitUntilShown(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator(".waiting, [aria-busy=true]")).toHaveCount(0);
}
