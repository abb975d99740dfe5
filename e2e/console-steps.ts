import { createClient, operationsEndpoints, type OperatorRole } from "@coralhub/contract";
import { expect, type Locator, type Page } from "@playwright/test";
import { createHmac } from "node:crypto";

export const DEMO_PASSWORD = "Coral#2026";
const TOKEN = "operator.token";

/** The operators' calls, made beside the browser to prepare what a journey needs. */
export const operatorCalls = (baseURL: string, token: string | null = null) =>
  createClient(operationsEndpoints, {
    fetch,
    origin: () => baseURL,
    token: () => token,
    systemType: "E2E",
    newKey: () => crypto.randomUUID(),
  });

export async function adminCalls(baseURL: string) {
  const { token } = await operatorCalls(baseURL).signIn({ email: "admin@coralhub.test", password: DEMO_PASSWORD });
  return operatorCalls(baseURL, token);
}

/** Signed in without the form, for journeys that are about something else. */
export async function enterConsole(page: Page, baseURL: string, role: OperatorRole = "admin"): Promise<void> {
  const { token } = await operatorCalls(baseURL).signIn({ email: `${role}@coralhub.test`, password: DEMO_PASSWORD });
  await page.addInitScript(([key, value]) => sessionStorage.setItem(key!, value!), [TOKEN, token]);
}

export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/ops/login");
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("button", { name: /登录$/ }).click();
}

/** What the phone would show for this secret, `stepsAhead` half minutes from now. */
export function dynamicCode(secret: string, stepsAhead = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const at = digest[19]! & 15;
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/**
 * Picks from one of antd's lists. A drawer takes the focus when it has opened and a list is drawn anew while one types:
 * either can swallow a click that comes faster than a hand's, so the pick is repeated until it is shown as chosen.
 */
export async function choose(field: Locator, text: string, search?: string): Promise<void> {
  const page = field.page();
  const select = field.locator("xpath=ancestor::*[contains(concat(' ', @class, ' '), ' ant-select ')][1]");
  await expect(async () => {
    await field.blur({ timeout: 2000 });
    await field.click({ timeout: 2000 });
    if (search) await field.fill(search, { timeout: 2000 });
    await page.locator(".ant-select-item-option:visible").filter({ hasText: text }).first().click({ timeout: 2000 });
    await expect(select).toContainText(text, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}

export const expectToast = (page: Page, text: string | RegExp) =>
  expect(page.locator(".toasts").getByText(text)).toBeVisible();
