import { ALL_ENDPOINTS } from "@coralhub/contract";
import { createCall, driveDemo, newVisitor, type SandboxDriver } from "@coralhub/testkit";
import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";

export const DEMO_PASSWORD = "Coral#2026";
const { identity, notifications } = ALL_ENDPOINTS;

/** A browser of one visitor, at an address of its own. */
export async function visit(browser: Browser, address = newVisitor().address): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": address } });
  return context.newPage();
}

let driver: SandboxDriver | undefined;
/** One for all journeys of a worker: its operators sign in once. */
export const sandbox = (baseURL: string | undefined): SandboxDriver => (driver ??= driveDemo(baseURL!));

export async function signIn(page: Page, name: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto("/login");
  await fillSignIn(page, name, password);
  await page.waitForURL(/\/home$/);
}

export async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel("手机号或邮箱").fill(name);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

export type Signed = { token: string; userId: string; mobile: string };

const merchants = new Map<string, Promise<Signed>>();
/** A merchant of the demo world, signed in beside the form, once for all journeys of a worker. */
export function demoMerchant(baseURL: string, mobile: string): Promise<Signed> {
  const signIn = async (): Promise<Signed> => {
    const { address } = newVisitor();
    const call = createCall(baseURL);
    const { token, userId } = await call(identity.login, { username: mobile, password: DEMO_PASSWORD }, { address });
    return { token, userId, mobile };
  };
  const known = merchants.get(mobile) ?? signIn();
  merchants.set(mobile, known);
  return known;
}

/** Signed in beside the form, for journeys that are about something else. */
export async function enterPortal(context: BrowserContext, user: Signed): Promise<void> {
  const { token, userId, mobile } = user;
  const known = JSON.stringify({ userId, mobile, userSource: 1 });
  await context.addInitScript(`
    if (sessionStorage.getItem("token") === null && !location.pathname.startsWith("/login")) {
      sessionStorage.setItem("token", ${JSON.stringify(token)});
      sessionStorage.setItem("user", ${JSON.stringify(known)});
    }`);
}

/** Opens the captcha by `ask`, learns the answer from the sandbox and drags the piece there, as a hand would. */
export async function solvePuzzle(page: Page, baseURL: string, ask: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/captcha/slider") && response.request().method() === "GET",
  );
  await ask();
  const { data } = (await (await answered).json()) as { data: { captchaId: string; width: number; pieceSize: number } };
  const call = createCall(baseURL);
  const token = await sandbox(baseURL).operatorToken("admin");
  const { x } = await call(notifications.captchaAnswer, { id: data.captchaId }, { token });
  const handle = page.getByRole("slider");
  await expect(handle).toBeVisible();
  const grip = (await handle.boundingBox())!;
  const track = (await page.locator(".lk-track").boundingBox())!;
  const way = ((track.width - grip.width) * x!) / (data.width - data.pieceSize);
  const [startX, startY] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(startX, startY);
  await page.mouse.down();
  const steps = 30;
  for (let step = 1; step <= steps; step++) {
    const share = 1 - (1 - step / steps) ** 2;
    await page.mouse.move(startX + way * share, startY + (step % 3));
    await page.waitForTimeout(12 + (step % 4) * 5);
  }
  await page.mouse.up();
  await expect(handle).toBeHidden();
}

/** Asks for a code beside the field it goes into: two fields side by side have buttons of the same name. */
export const sendCode = (page: Page, field: string) =>
  page
    .locator(".lk-field", { has: page.getByLabel(field) })
    .getByRole("button", { name: "发送验证码" })
    .click();

/** The newest code that reached this number or address and was not used by `before`. */
export async function newCode(driver: SandboxDriver, to: string, before?: string): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      code = await driver.codeSentTo(to);
      return code !== before;
    })
    .toBe(true);
  return code;
}
