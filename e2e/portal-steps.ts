import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ALL_ENDPOINTS, fullPath, type Endpoint } from "@coralhub/contract";
import {
  createCall,
  driveDemo,
  newVisitor,
  tellBrowserDatabase,
  type SandboxDriver,
  type TestMerchant,
} from "@coralhub/testkit";
import { expect, type Browser, type BrowserContext, type Locator, type Page } from "@playwright/test";

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

/** Somebody new whose papers have passed under this name, for journeys that begin after that. */
export async function certifiedAs(
  baseURL: string,
  name: string,
  kind: "person" | "mainland" = "person",
): Promise<TestMerchant> {
  const merchant = await sandbox(baseURL).registerMerchant();
  await tellBrowserDatabase(
    `update certification set state = 'certified', kind = $3, subject_name = $2, open_user_id = 'OU' || $1::text
     where merchant_id = $1`,
    [merchant.userId, name, kind],
  );
  return merchant;
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
    (response) =>
      (response.url().endsWith("/captcha/slider") && response.request().method() === "GET") ||
      response.url().endsWith("/f_pwd/popCaptcha"),
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

/** Requests of one call, whatever stands for its parameters. */
export const addressesOf = (endpoint: Endpoint): RegExp =>
  new RegExp(`${fullPath(endpoint).replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);

/** A press, or a page that opens, makes this very call, and the server answers it. */
export async function makesCall(page: Page, endpoint: Endpoint, press: () => Promise<unknown>): Promise<void> {
  const at = addressesOf(endpoint);
  const answered = page.waitForResponse(
    (response) => at.test(response.url()) && response.request().method() === endpoint.method,
  );
  await press();
  expect((await answered).ok(), endpoint.path).toBe(true);
}

/** Asks for a code beside the field it goes into: two fields side by side have buttons of the same name. */
export const codeButtonOf = (page: Page, field: string): Locator =>
  page.locator(".lk-field", { has: page.getByLabel(field) }).getByRole("button", { name: "发送验证码" });
export const sendCode = (page: Page, field: string) => codeButtonOf(page, field).click();

/**
 * One at a time for all workers, which are children of one process: two journeys of one demo merchant that ask for codes
 * at the same moment could not tell whose is whose.
 */
async function inTurn<T>(to: string, work: () => Promise<T>): Promise<T> {
  const place = join(tmpdir(), `coralhub-codes-${process.ppid}-${to.replaceAll(/\W/g, "-")}`);
  for (const end = Date.now() + CODE_WAIT_MS; ; await pause(50)) {
    try {
      mkdirSync(place);
      break;
    } catch (error) {
      // Whoever was stopped in the middle has not given its turn back.
      if (Date.now() > end) break;
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  try {
    return await work();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
const CODE_WAIT_MS = 80_000;

/**
 * The code that reaches this number or address because of a press: one that was there before it is another's. Two journeys of
 * one demo merchant may ask within the same minute: the page then says how long to wait, and the hand presses again.
 */
export const codeAfter = (driver: SandboxDriver, to: string, press: () => Promise<unknown>): Promise<string> =>
  inTurn(to, async () => {
    const known = new Set((await driver.mailbox(to)).map((mail) => mail.id));
    const arrived = async () =>
      (await driver.mailbox(to)).find((mail) => !known.has(mail.id) && mail.code !== null)?.code ?? "";
    await press();
    // A press on a button that is counting down waits for it: the code may come meanwhile.
    const pressAgain = () => Promise.race([press().catch(() => undefined), pause(10_000)]);
    for (const minute = Date.now() + 70_000; Date.now() < minute; await pressAgain()) {
      for (const moment = Date.now() + 8_000; Date.now() < moment; await pause(100)) {
        const code = await arrived();
        if (code) return code;
      }
    }
    throw new Error(`no code was sent to ${to}`);
  });

/** Codes this merchant has used no longer make the next one wait. */
export const forgetUsedCodes = (userId: string): Promise<void> =>
  tellBrowserDatabase(
    `update verification_code set created_at = created_at - interval '2 minutes'
     where used_at is not null and starts_with(binding, $1)`,
    [userId],
  );

/** The queue comes to this work now, not at the next turn of its minute or hour. */
export const runJobNow = (name: string): Promise<void> =>
  tellBrowserDatabase("insert into pgboss.job (name) values ($1)", [name]);

/** Asks for the code of a field and fills it in. */
export async function fillCode(page: Page, driver: SandboxDriver, field: string, to: string): Promise<void> {
  await page.getByLabel(field).fill(await codeAfter(driver, to, () => sendCode(page, field)));
}
