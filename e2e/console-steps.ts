import { createClient, operationsEndpoints } from "@coralhub/contract";
import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { createHmac } from "node:crypto";
import { demoMerchant } from "./portal-steps.ts";

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

/** The operators of the demo world; two in finance and two admins, because nobody approves what they made themselves. */
export type Operator = "reviewer" | "finance" | "finance2" | "admin" | "admin2";

const tokens = new Map<Operator, Promise<string>>();
/** Each signs in once for all journeys of a worker: checking a password costs more than drawing most pages. */
export function operatorToken(baseURL: string, who: Operator): Promise<string> {
  const signIn = async () =>
    (await operatorCalls(baseURL).signIn({ email: `${who}@coralhub.test`, password: DEMO_PASSWORD })).token;
  const known = tokens.get(who) ?? signIn();
  tokens.set(who, known);
  return known;
}

export const adminCalls = async (baseURL: string) => operatorCalls(baseURL, await operatorToken(baseURL, "admin"));

/** Opens a flag for those who are named, and for the demo's two who always have it: others look at their pages meanwhile. */
export async function openFlagFor(
  baseURL: string,
  flag: "personalFinance" | "multiCurrencyWallet",
  ...named: { userId: string }[]
): Promise<void> {
  const always = await Promise.all(["13800000001", "13800000004"].map((mobile) => demoMerchant(baseURL, mobile)));
  const merchantIds = [...always, ...named].map(({ userId }) => userId);
  const admin = await adminCalls(baseURL);
  await admin.changeFlag({ flag, mode: "list", percentage: 0, merchantIds, reason: "试用" });
}

/** Signed in without the form, for journeys that are about something else. */
export async function enterConsole(
  window: Page | BrowserContext,
  baseURL: string,
  who: Operator = "admin",
): Promise<void> {
  const token = await operatorToken(baseURL, who);
  await window.addInitScript(([key, value]) => sessionStorage.setItem(key!, value!), [TOKEN, token]);
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
  let tried = false;
  await expect(async () => {
    // Where several may be chosen a second click would take the first one back.
    if (tried && (await select.textContent())!.includes(text)) return;
    tried = true;
    await field.blur({ timeout: 2000 });
    await field.click({ timeout: 2000 });
    if (search) await field.fill(search, { timeout: 2000 });
    await page.locator(".ant-select-item-option:visible").filter({ hasText: text }).first().click({ timeout: 2000 });
    await expect(select).toContainText(text, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  // Its list closes, and covers nothing that is wanted next.
  await field.blur();
}

export const expectToast = (page: Page, text: string | RegExp) =>
  expect(page.locator(".toast").filter({ hasText: text })).toBeVisible();
