import type { Endpoint } from "@coralhub/contract";
import { expect, type Locator, type Page } from "@playwright/test";
import { noteCall } from "./record-calls.ts";
import { addressesOf, codeAfter, codeButtonOf, sandbox } from "./portal-steps.ts";

/** Every request has a number of its own, and the market goes on between two of them. */
const MOVES_ON = new Set(["requestId", "rateNow", "highest", "lowest"]);
const BROKEN = "请求失败，请重试";

/**
 * The line breaks under a form. What takes effect reaches the server and its answer is lost, the worst a line can do:
 * the page says so, and the second press is the same attempt, which the server answers without doing it again. What only
 * asks is lost on its way there.
 */
export async function pressTwice(
  page: Page,
  endpoint: Endpoint,
  button: Locator,
  press: () => Promise<void> = () => button.click({ timeout: 15_000 }),
): Promise<void> {
  const keys: (string | undefined)[] = [];
  const answers: unknown[] = [];
  let asked = 0;
  await page.route(addressesOf(endpoint), async (route) => {
    if (route.request().method() !== endpoint.method) return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    const lost = keys.length === 1;
    if (!lost || endpoint.idempotent) {
      const response = await route.fetch();
      noteCall(endpoint.method, route.request().url(), response.status());
      answers.push(JSON.parse(await response.text(), (name, value: unknown) => (MOVES_ON.has(name) ? null : value)));
      if (!lost) await route.fulfill({ response });
    }
    if (lost) await route.abort("connectionreset");
    asked += 1;
  });
  // What an earlier press was told has gone: it would be taken for this one's.
  await expect(page.getByText(BROKEN)).toHaveCount(0);
  await press();
  await expect(page.getByText(BROKEN).first()).toBeVisible();
  // A page that hears of what happened goes on by itself, and nothing is left to press.
  const movedOn = async () => !(await button.isVisible());
  await expect(page.locator(".ant-btn-loading")).toHaveCount(0);
  const goesOn = async () => {
    // A press while the form still takes note of the failure is not taken: a hand presses again.
    if (keys.length < 2 && !(await movedOn())) await press().catch(() => undefined);
    return asked === 2 || (await movedOn());
  };
  // Longer than a press that finds the page gone in the middle of it.
  await expect.poll(goesOn, { message: endpoint.path, intervals: [1000], timeout: 25_000 }).toBe(true);
  if (endpoint.idempotent && asked === 2) {
    expect(keys[0], endpoint.path).toBeTruthy();
    expect(keys[1], endpoint.path).toBe(keys[0]);
    expect(answers[1], endpoint.path).toEqual(answers[0]);
  }
  await page.unrouteAll({ behavior: "wait" });
}

const CODE = "短信验证码";

/**
 * A code is asked for, it is sent, and only the answer is lost: the page says so. Asked for again, the server sends no second
 * one and says when it may; the one that was sent is filled in.
 */
export async function loseCodeAnswer(
  page: Page,
  baseURL: string | undefined,
  to: string,
  send: Endpoint,
  field = CODE,
): Promise<void> {
  const driver = sandbox(baseURL);
  const button = codeButtonOf(page, field);
  const codesOf = async () => (await driver.mailbox(to)).filter(({ code }) => code !== null).map(({ id }) => id);
  const before = new Set(await codesOf());
  let reached = 0;
  await page.route(addressesOf(send), async (route) => {
    if (route.request().method() !== send.method) return route.fallback();
    const response = await route.fetch();
    noteCall(send.method, route.request().url(), response.status());
    reached += 1;
    if (reached > 1) return route.fulfill({ response });
    expect(response.ok(), send.path).toBe(true);
    return route.abort("connectionreset");
  });
  await expect(page.getByText(BROKEN)).toHaveCount(0);
  const code = await codeAfter(driver, to, async () => {
    await button.click();
    await expect(page.getByText(BROKEN).first()).toBeVisible();
  });
  await button.click();
  await expect(page.getByText(/验证码已发送，\d+ 秒后可以重发/).first()).toBeVisible();
  await expect(page.getByText(/秒后可重发/).first()).toBeVisible();
  expect(reached, send.path).toBe(2);
  expect(
    (await codesOf()).filter((id) => !before.has(id)),
    send.path,
  ).toHaveLength(1);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByLabel(field).fill(code);
}

/** The code of a field is asked for while the line breaks, and filled in. */
export async function breakCode(
  page: Page,
  baseURL: string | undefined,
  to: string,
  send: Endpoint,
  field = CODE,
): Promise<void> {
  const press = () => pressTwice(page, send, codeButtonOf(page, field));
  const code = await codeAfter(sandbox(baseURL), to, press);
  await expect(page.getByText(/秒后可重发/).first()).toBeVisible();
  await page.getByLabel(field).fill(code);
}
