import { expect, type Page } from "@playwright/test";

/** Asks for the next step; whoever left something out stays where they are. */
export const next = (page: Page) => page.getByRole("button", { name: "下一步", exact: true }).click();

/** To the next step, and on only when it is there: every step has the same button. */
export async function goOn(page: Page): Promise<void> {
  const here = page.getByRole("navigation", { name: "步骤" }).locator("[aria-current=step]");
  const before = (await here.textContent())!;
  await next(page);
  await expect(here).not.toHaveText(before);
}
